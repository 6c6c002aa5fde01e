import type { BindSecretRequest } from "../../call/runtime.ts";
import { coversForeignNames } from "../../config/file/covers-foreign-names.ts";
import { isHostEntry } from "../../manifest/checks/confine/host-entry.ts";
import { LAYERS } from "../../model/tool.ts";
import { parseToolEntry } from "../../secrets/bindings/tool-entry.ts";
import { isSecretName } from "../../secrets/secret-name.ts";
import type { StoredBinding } from "../../storage/repositories.ts";
import { showText } from "../../text/show-text.ts";
import { refuse } from "./secret-refusal.ts";
import type { SecretRefusal } from "./secret-refusal.ts";

/** Every tool with every host; without hosts, the tools' programs. */
export function toBindings({ tools, hosts }: Pick<BindSecretRequest, "tools" | "hosts">): readonly StoredBinding[] {
  const places = hosts.length === 0 ? [null] : hosts.map((host) => host.toLowerCase());
  return tools.flatMap((tool) => places.map((host) => ({ tool, host })));
}

/** What is wrong with the words of a request, or `null`. */
export function findFault({ name, tools, hosts }: BindSecretRequest): SecretRefusal | null {
  if (!isSecretName(name)) return badName(name);
  for (const tool of tools) {
    const entry = parseToolEntry(tool);
    if (entry === null) return refuse("validation", `\`${showText(tool)}\` names no tool`, TOOL);
    if (coversForeignNames(entry.pattern)) {
      const message = `a secret for \`${showText(tool)}\` would go to tools that anybody adds under such a name`;
      return refuse("validation", message, ANCHORED);
    }
  }
  const bad = hosts.find((host) => !isHostEntry(host));
  if (bad !== undefined) return refuse("validation", `\`${showText(bad)}\` is no host`, HOST);
  if (hosts.length === 0 || tools.length > 0) return null;
  return refuse("validation", "a host alone binds nothing: some tool has to send the secret there", "Give --tool too.");
}

export function badName(name: string): SecretRefusal {
  const hint = "A name is 1 to 128 of A-Z a-z 0-9 _ . - and more than dots.";
  return refuse("validation", `\`${showText(name)}\` is no name of a secret`, hint);
}

const TOOL = `Give a name as in rules, such as \`github.issues\` or \`github.*\`; one layer alone is meant with ${LAYERS.map((layer) => `\`${layer}:\``).join(", ")} before it.`;
const ANCHORED = "Name the tools, or write a whole beginning that ends in `.`, `_` or `-`, such as `github.*`.";
const HOST = "Give `api.example.com`, `*.example.com` or an address, without scheme and port.";
