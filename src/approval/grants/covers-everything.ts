import type { Policy, RequestedSpecifier, SpecifierValue } from "../../policy/policy.ts";
import { createCovers } from "./covers-call.ts";
import type { AskedRequest } from "./stored-request.ts";

/** Nobody writes it into a rule: what covers it covers whatever is beside it. */
const NAME = "toolgate-probe";
const ALONE: Policy = { mode: "default", rules: [], paused: null };

/**
 * Whether a rule with this pattern would let calls through that have nothing to do with the one that asked: it says nothing
 * but stars, or covers any folder in the person's home or beside it, or any host.
 */
export function coversEverything(rule: string, pattern: string, asked: AskedRequest): boolean {
  if (!/[^*/.~?\s]/.test(pattern)) return true;
  return listProbes(asked).some((probe) => createCovers(probe, ALONE, "session")([rule]));
}

function listProbes(asked: AskedRequest): readonly AskedRequest[] {
  const specifier = asked.request.call?.specifier ?? null;
  const [only, ...others] = specifier?.ok === true ? specifier.values : [];
  if (only === undefined || others.length > 0) return [];
  if (only.kind === "host") return [withValue(asked, { ...only, text: `https://${NAME}.invalid/` })];
  if (only.kind !== "path") return [];
  return listUpward(asked.facts.home).flatMap((folder) =>
    ["x", "x/y"].map((below) => withValue(asked, { ...only, text: `${folder}/${NAME}/${below}` })),
  );
}

/** The folder and all that hold it; the root as `""`. */
function listUpward(folder: string): readonly string[] {
  return folder === "" || folder === "/" ? [""] : [folder, ...listUpward(folder.slice(0, folder.lastIndexOf("/")))];
}

/** The same call about something else. */
function withValue({ request, facts, ...asked }: AskedRequest, value: SpecifierValue): AskedRequest {
  const { text, name, kind } = value;
  const specifier: RequestedSpecifier = { ok: true, text, values: [value] };
  const paths = (request.call?.paths ?? []).flatMap((one) => (one.param === name ? [{ ...one, path: text }] : []));
  const call = request.call === undefined ? {} : { call: { ...request.call, specifier, paths } };
  const realPaths = new Map(kind === "path" ? [[text, text]] : []);
  return { ...asked, request: { ...request, ...call }, facts: { ...facts, realPaths } };
}
