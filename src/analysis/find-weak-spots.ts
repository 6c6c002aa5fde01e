import type { ArgNode } from "../model/arg-node.ts";
import type { Tool } from "../model/tool.ts";
import { isAnchored } from "../manifest/checks/anchored.ts";
import { listStages } from "./list-stages.ts";
import { findFileValues } from "./find-file-values.ts";
import type { ParamSpace, Reach, WeakSpot } from "./analysis.ts";

/**
 * Programs that take code or file names of code as plain arguments: a target of `make` may be `x:=$(shell …)`, and clients
 * of databases know a command that starts programs.
 */
const INTERPRETER =
  /^(?:(?:ba|da|z|k|fi|c|tc)?sh|python[\d.]*|node|deno|bun|perl|ruby|php|lua|[gmn]?awk|g?sed|tclsh|pwsh|Rscript|g?make|sqlite3|psql|mysql|mariadb|ed|ex|n?vim?|emacs|dc|m4|gnuplot|gdb)$/;
/** What every model's interface takes for a name. */
const MODEL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** What is weaker than it could be, most serious first. */
export function findWeakSpots(tool: Tool, params: readonly ParamSpace[], reach: Reach): readonly WeakSpot[] {
  return [
    ...findInterpreters(tool, params),
    ...findShellLines(tool),
    ...findFileValues(tool.backend, params),
    ...findUnconfined(tool),
    ...findOpenNet(tool, reach),
    ...findOpenTargets(reach),
    ...findPatterns(tool),
    ...findPaths(tool),
    ...findFreeText(params),
    ...findSchema(tool),
    ...findName(tool),
  ];
}

function findInterpreters({ backend }: Tool, params: readonly ParamSpace[]): readonly WeakSpot[] {
  const free = new Set(params.filter(({ space }) => space === "free").map(({ name }) => name));
  return listStages(backend).flatMap(({ binary, args }) => {
    const program = binary.slice(binary.lastIndexOf("/") + 1);
    const names = INTERPRETER.test(program) ? args.flatMap(toPlaces).filter((name) => free.has(name)) : [];
    return names.map((name) => ({
      code: "free-text-to-interpreter",
      message: `any text that a caller sends as \`${name}\` becomes an argument of the interpreter \`${program}\``,
      hint: `Give \`${name}\` a closed pattern or a list of values.`,
    }));
  });
}

function toPlaces(node: ArgNode): readonly string[] {
  if (node.kind === "arg") return node.parts.flatMap((part) => (part.kind === "param" ? [part.name] : []));
  return node.kind === "mapped" ? [] : node.args.flatMap(toPlaces);
}

function findShellLines({ backend }: Tool): readonly WeakSpot[] {
  if (backend.kind !== "capability") return [];
  return Object.entries(backend.commands).flatMap(([name, { run }]) =>
    run.kind === "argv"
      ? []
      : [
          {
            code: "shell-line",
            message: `the command \`${name}\` is a line for a shell`,
            hint: "Write it as a list of arguments, which needs no shell.",
          },
        ],
  );
}

function findUnconfined({ sandbox }: Tool): readonly WeakSpot[] {
  if (sandbox?.profile !== "none") return [];
  const message = "it asks that its programs are not confined, also where the configuration would";
  return [{ code: "not-confined", message, hint: "Delete the profile, or say what they have to write and to reach." }];
}

function findOpenNet({ backend }: Tool, { hosts }: Reach): readonly WeakSpot[] {
  if (!hosts.includes("*")) return [];
  const hint =
    backend.kind === "capability"
      ? "List the hosts in `allow.net`."
      : backend.kind === "command" || backend.kind === "script"
        ? "Name the hosts, in `network` or as values, or check the address against the scope."
        : "Name the hosts, or check the address against the scope.";
  return [{ code: "unrestricted-net", message: "it can reach any public host", hint }];
}

function findOpenTargets({ targets }: Reach): readonly WeakSpot[] {
  if (!targets.includes("*")) return [];
  const message = "its targets are held by no scope: there is no scope file";
  return [
    {
      code: "no-scope",
      message,
      hint: "Write scope/scope.toml; until then such calls are refused unless scope.required is false.",
    },
  ];
}

function findPatterns({ input }: Tool): readonly WeakSpot[] {
  const params = input.kind === "params" ? input.params : [];
  return params.flatMap((param) => {
    if (param.type !== "text" || param.pattern === null || isAnchored(param.pattern)) return [];
    const message = `the pattern of \`${param.name}\` is searched: text around a match passes too`;
    return [{ code: "unanchored-pattern", message, hint: "Begin it with ^ and end it with $." }];
  });
}

function findPaths({ input }: Tool): readonly WeakSpot[] {
  const params = input.kind === "params" ? input.params : [];
  return params.flatMap((param) => {
    if (param.type !== "path" || param.syntax === "toolclad" || param.allowedPrefix !== null || param.guarded === true)
      return [];
    const message = `the path \`${param.name}\` may name anything in the workspace`;
    return [{ code: "path-without-prefix", message, hint: "Set `allowed_prefix` to the folder that it needs." }];
  });
}

function findFreeText(params: readonly ParamSpace[]): readonly WeakSpot[] {
  const names = params.filter(({ space, name }) => space === "free" && name !== "*").map(({ name }) => `\`${name}\``);
  const open = params.some(({ name }) => name === "*");
  return [
    ...(names.length === 0
      ? []
      : [
          {
            code: "free-text",
            message: `any text can be sent as ${names.join(", ")}`,
            hint: "A pattern, a list of values or a closer type says what is meant.",
          },
        ]),
    ...(open
      ? [
          {
            code: "open-arguments",
            message: "arguments of any name are accepted",
            hint: "Set `additionalProperties` of the schema to false.",
          },
        ]
      : []),
  ];
}

function findSchema({ output }: Tool): readonly WeakSpot[] {
  if (output.schema !== null || output.shape === "process") return [];
  const message = "no schema says what it returns, so nothing is checked before a model reads it";
  return [{ code: "missing-output-schema", message, hint: "Declare the output's schema." }];
}

function findName({ name }: Tool): readonly WeakSpot[] {
  if (MODEL_NAME.test(name)) return [];
  const message = `some models take only letters, digits, \`_\` and \`-\` in a name, up to 64 of them`;
  return [
    {
      code: "name-for-models",
      message,
      hint: `\`${name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64)}\` would work everywhere.`,
    },
  ];
}
