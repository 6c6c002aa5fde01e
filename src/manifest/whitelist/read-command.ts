import type { ArgNode, ArgPart } from "../../model/arg-node.ts";
import type { ToolInput } from "../../model/tool.ts";
import { showText } from "../../text/show-text.ts";
import { toUsedNames } from "../checks/arg-usage.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import { findCodePlaceholder } from "../checks/code/check-interpreter.ts";
import { checkProgram } from "../checks/check-program.ts";
import { findFedCode } from "../checks/feed/find-fed-code.ts";
import { readSecretEnvironment } from "../checks/secrets/read-secret-environment.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readArgs } from "./read-args.ts";
import { readOutput } from "./read-output.ts";
import { readParts } from "./read-parts.ts";
import { readFreeMode } from "./read-free-mode.ts";
import { readParams } from "./read-params.ts";
import { refuseFilled } from "./refuse-filled.ts";
import { findTopHome } from "./shape.ts";
import type { ToolBody, ToolTable } from "./shape.ts";

/** Reads the part of a tool that runs a program: which one, how its arguments are made, and what it is given besides. */
export function readCommand(read: ToolTable, cwd: string | null, log: IssueLog): ToolBody {
  checkBinary(read, log);
  if (read.environment !== undefined) checkEnvironment(read.environment, ["environment"], log);
  const { input, args, stdin } = read.args_mode === "free" ? readFree(read, log) : readTemplate(read, log);
  const secretEnvironment = readSecretEnvironment(read.secrets, read.environment ?? [], log, findTopHome);
  return {
    input,
    backend: {
      kind: "command",
      binary: read.binary ?? "",
      args,
      constants: {},
      cwd,
      ...(stdin === null ? {} : { stdin }),
    },
    effect: read.effect ?? "write",
    output: readOutput(read.output, log),
    ...(secretEnvironment === undefined ? {} : { secretEnvironment }),
  };
}

function checkBinary(read: ToolTable, log: IssueLog): void {
  if (read.api !== undefined) {
    addError(log, "misplaced-key", { path: ["api"], part: "key" }, '`api` belongs to `kind = "internal"`');
  }
  if (read.binary !== undefined) checkProgram(read.binary, { path: ["binary"], part: "value" }, log);
  else if (read.kind === "command") {
    const message = '`binary` is missing: `kind = "command"` runs a program';
    addError(log, "missing-key", { path: ["kind"], part: "key" }, message, 'Add a line like `binary = "git"`.');
  }
}

interface Called {
  readonly input: ToolInput;
  readonly args: readonly ArgNode[];
  /** `null`: nothing is read from standard input. */
  readonly stdin: readonly ArgPart[] | null;
}

function readFree(read: ToolTable, log: IssueLog): Called {
  refuseFilled(read, ["args", "params"], '`args_mode = "free"`, where the caller sends the arguments', log);
  const { binary = "", allowed_subcommands: subcommands, allowed_flags: flags, stdin } = read;
  const free = readFreeMode({ binary, subcommands, flags }, log);
  const parts = stdin === undefined ? null : readParts(stdin, ["stdin"], new Set(), log);
  return { input: { kind: "free", free }, args: [], stdin: parts };
}

function readTemplate(read: ToolTable, log: IssueLog): Called {
  refuseFilled(read, ["allowed_subcommands", "allowed_flags"], 'a template tool, only to `args_mode = "free"`', log);
  const declared = Object.keys(read.params?.table ?? {});
  const params = readParams(read.params, log);
  const args = readArgs(read.args, new Set(declared), log);
  const stdin = read.stdin === undefined ? null : readParts(read.stdin, ["stdin"], new Set(declared), log);
  const inArgs = toUsedNames(args);
  const inStdin = toUsedNames([{ kind: "arg", parts: stdin ?? [] }]);
  for (const name of declared.filter((known) => !inArgs.has(known) && !inStdin.has(known))) {
    const place = { path: ["params", name], part: "key" } as const;
    const message = `the parameter \`${showText(name)}\` is declared but never used in \`args\``;
    addError(log, "unused-param", place, message, `Write {{${showText(name)}}} where its value belongs, or delete it.`);
  }
  for (const { name } of params.filter(({ type, name }) => type === "content" && inArgs.has(name))) {
    const message = `\`${name}\` may have several lines, which no argument of a program may`;
    const place = { path: ["params", name, "multiline"], part: "key" } as const;
    addError(log, "multiline-argument", place, message, "Put it into `stdin`, or delete `multiline`.");
  }
  checkCode(read.binary ?? "", args, stdin ?? [], log);
  return { input: { kind: "params", params }, args, stdin };
}

function checkCode(binary: string, args: readonly ArgNode[], stdin: readonly ArgPart[], log: IssueLog): void {
  const interpreter = findCodePlaceholder(binary, args);
  if (interpreter !== null) {
    const message = `\`${interpreter}\` would run a caller's value as code`;
    const hint = `Write the code without placeholders and pass values after it: ["-c", 'echo "$1"', "_", "{{x}}"].`;
    addError(log, "shell-placeholder", { path: ["args"], part: "key" }, message, hint);
  }
  const reader = findFedCode(binary, args, stdin);
  if (reader === null) return;
  const message = `\`${reader}\` would run what it reads as code, and a caller's value is in it`;
  const hint = "Name a script in `args`, which then reads the value.";
  addError(log, "shell-placeholder", { path: ["stdin"], part: "key" }, message, hint);
}
