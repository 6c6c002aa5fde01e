import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ErrorInfo } from "../../model/errors.ts";
import { isObject } from "../../model/json.ts";
import type { JsonObject } from "../../model/json.ts";
import type { ContentBlock, Outcome } from "../../model/outcome.ts";
import { renderErrorText, renderHintText } from "../../text/render-error-text.ts";
import { toFileLinks } from "./offers/own/to-file-links.ts";
import { toKnownBlock } from "./revision/to-known-block.ts";

/** Where a result carries the call's id, status, error code and step, for clients that know Toolgate. */
export const OUTCOME_META_KEY = "toolgate/outcome";
/** To clients of earlier revisions a link would be one more line of text. */
const LINKS_SINCE = "2025-06-18";

/**
 * An outcome as an MCP result. Everything but success is a result with `isError`, not a protocol error, so that the
 * model reads the reason and the hint.
 * @param revision which the client speaks
 */
export function toCallResult(outcome: Outcome, revision = "2026-07-28"): CallToolResult {
  const { error } = outcome;
  const content = error === null ? outcome.content : explained(outcome.content, error);
  const { links, listed } = toFileLinks(outcome);
  return {
    content: [...toBlocks(content, outcome.forUser), ...(revision >= LINKS_SINCE ? links : [])].map((block) =>
      toBlock(toKnownBlock(block, revision)),
    ),
    ...toStructured(outcome, revision),
    ...(outcome.status === "success" ? {} : { isError: true }),
    _meta: { [OUTCOME_META_KEY]: summarize(outcome, listed) },
  };
}

/** Where the person is to see something else, each block says whom it is for. */
function toBlocks(
  content: readonly ContentBlock[],
  forUser: readonly ContentBlock[] | undefined,
): readonly ContentBlock[] {
  if (forUser === undefined) return content;
  return [...content.map((block) => forOnly(block, "assistant")), ...forUser.map((block) => forOnly(block, "user"))];
}

/**
 * Before 2026-07-28 a structured result is an object: other values of upstream tools are put into one. Those of our own
 * tools are the text once more.
 */
function toStructured({ structured, evidence }: Outcome, revision: string): Pick<CallToolResult, "structuredContent"> {
  if (isObject(structured)) return { structuredContent: { ...structured } };
  if (structured === null || evidence?.upstream === undefined) return {};
  const value = revision < "2026-07-28" ? { result: structured } : structured;
  return { structuredContent: value };
}

function forOnly(block: ContentBlock, audience: "assistant" | "user"): ContentBlock {
  return { ...block, annotations: { ...block.annotations, audience: [audience] } };
}

/** The protocol's own shape, but for members that are there without a value. */
function toBlock(block: ContentBlock): McpBlocks[number] {
  return { ...block } as McpBlocks[number];
}

type McpBlocks = CallToolResult["content"];

/** The blocks with code, message and hint each said once, first. */
function explained(content: readonly ContentBlock[], error: ErrorInfo): readonly ContentBlock[] {
  const { message, hint } = error;
  const head = renderErrorText({ ...error, hint: null });
  const [first, ...rest] = content;
  const told = first?.type === "text" && first.text.startsWith(head) ? first : null;
  const blocks: readonly ContentBlock[] = [told ?? { type: "text", text: head }];
  const isHinted = hint === null || told?.text.includes(hint) === true;
  const others = told === null ? content.filter((block) => block.type !== "text" || block.text !== message) : rest;
  return [...blocks, ...(isHinted ? [] : [{ type: "text" as const, text: renderHintText(hint) }]), ...others];
}

function summarize({ callId, status, error, step, approval }: Outcome, files: readonly JsonObject[]): JsonObject {
  return {
    callId,
    status,
    code: error?.code ?? null,
    step,
    ...(approval === null ? {} : { approval }),
    ...(files.length === 0 ? {} : { files }),
  };
}
