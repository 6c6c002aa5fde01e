import type { UrlTemplate } from "../../../model/backend.ts";
import { addError, addWarning } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { HttpNames } from "./http-names.ts";

const PLACE = { path: ["http", "url"], part: "value" } as const;
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** A request that carries a secret goes to a host that the author wrote, and not in the clear. */
export function checkSecrets({ scheme, host, port }: UrlTemplate, { secrets }: HttpNames, log: IssueLog): void {
  if (secrets.size === 0) return;
  const chosen = [...host, ...port].find((part) => part.kind === "param");
  if (chosen !== undefined) {
    const message = `the caller's \`${chosen.name}\` decides who gets the secret \`${[...secrets][0] ?? ""}\``;
    const hint = "With a secret in a request, write its host and port; make a tool for each host.";
    addError(log, "secret-to-any-host", { ...PLACE, fragment: `{${chosen.name}}` }, message, hint);
  }
  const [first] = host;
  const isLocal = host.length === 1 && first?.kind === "text" && LOOPBACK.includes(first.text.toLowerCase());
  if (scheme === "http" && !isLocal) {
    const message = "a secret is sent without encryption, where everybody on the way can read it";
    addWarning(log, "secret-in-clear", PLACE, message, "Use https.");
  }
}
