import type { ArgNode } from "../model/arg-node.ts";
import type { BackendSpec } from "../model/backend.ts";
import { listStages } from "./list-stages.ts";
import type { ParamSpace, WeakSpot } from "./analysis.ts";

/** Options whose value may name a file, often by a sign before it (`@`, `<`): what looks like data is then read from disk. */
const FILE_OPTIONS: Readonly<Record<string, RegExp>> = {
  curl: /^(?:-d|--data|--data-ascii|--data-binary|--data-urlencode|--json|-F|--form|-T|--upload-file|-K|--config|-o|--output|--url-query|-b|--cookie)$/,
  gh: /^(?:-F|--field|--input|--body-file)$/,
  wget: /^(?:--post-file|--body-file|-i|--input-file|-O|--output-document)$/,
};

/** Of these, the ones whose value is `name=value`, with the sign before the value. */
const PAIR_OPTIONS = /^(?:-F|--form|--field)$/;

/** Free text in a place where the program would read, or write, the file that it names. */
export function findFileValues(backend: BackendSpec, params: readonly ParamSpace[]): readonly WeakSpot[] {
  const free = new Set(params.filter(({ space }) => space === "free").map(({ name }) => name));
  return listStages(backend).flatMap(({ binary, args }) => {
    const program = binary.slice(binary.lastIndexOf("/") + 1);
    const options = Object.hasOwn(FILE_OPTIONS, program) ? FILE_OPTIONS[program] : undefined;
    if (options === undefined) return [];
    return findNamed(args, options)
      .filter((name) => free.has(name))
      .map((name) => ({
        code: "free-text-names-file",
        message: `\`${program}\` may take what a caller sends as \`${name}\` for the name of a file`,
        hint: "Use an option that takes its value as it is, such as --data-raw or --form-string, or a parameter of the type path.",
      }));
  });
}

/** The parameters that begin a value of such an option, also behind `name=`. */
function findNamed(nodes: readonly ArgNode[], options: RegExp): readonly string[] {
  return nodes.flatMap((node, index) => {
    if (node.kind === "group" || node.kind === "when") return findNamed(node.args, options);
    if (node.kind === "mapped") return [];
    const [first, second] = node.parts;
    const before = nodes[index - 1];
    const option = before?.kind === "arg" ? toText(before) : "";
    if (first?.kind === "param") return options.test(option) ? [first.name] : [];
    const text = first?.text ?? "";
    const isGlued = text.endsWith("=") && options.test(text.slice(0, -1));
    const isPair = text.endsWith("=") && options.test(option) && PAIR_OPTIONS.test(option);
    return (isGlued || isPair) && second?.kind === "param" ? [second.name] : [];
  });
}

function toText({ parts }: Extract<ArgNode, { kind: "arg" }>): string {
  return parts.map((part) => (part.kind === "text" ? part.text : "\u0000")).join("");
}
