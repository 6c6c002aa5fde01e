import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Outcome } from "../../../model/outcome.ts";

/** An outcome without success as an error of the protocol: only results of tools have words for a model. */
export function refuseOutcome({ callId, status, error, approval, content }: Outcome): ProtocolError {
  const [block] = content;
  const message =
    error === null
      ? `a human has to approve this (approval ${approval?.id ?? "unknown"}); ask again after that`
      : `${error.code}: ${error.message}${error.hint === null ? "" : `; ${error.hint}`}`;
  const said = error === null && block?.type === "text" ? block.text : message;
  return new ProtocolError(ProtocolErrorCode.InternalError, said, { callId, status, code: error?.code ?? null });
}
