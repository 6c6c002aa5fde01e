import type { ArgNode } from "../../model/arg-node.ts";
import type { ToolInput } from "../../model/tool.ts";
import { showText } from "../../text/show-text.ts";
import { toUsedNames } from "../checks/arg-usage.ts";
import { checkEnvironment } from "../checks/check-environment.ts";
import { findCodePlaceholder } from "../checks/check-interpreter.ts";
import { checkProgram } from "../checks/check-program.ts";
import { addError } from "../toml/issue-log.ts";
import type { IssueLog } from "../toml/issue-log.ts";
import { readArgs } from "./read-args.ts";
import { readFreeMode } from "./read-free-mode.ts";
import { readParams } from "./read-params.ts";
import { refuseFilled } from "./refuse-filled.ts";
import type { ToolBody, ToolTable } from "./shape.ts";

/** Reads the part of a tool that runs a program: which one, and how its arguments are made. */
export function readCommand(read: ToolTable, cwd: string | null, log: IssueLog): ToolBody {
  checkBinary(read, log);
  if (read.environment !== undefined) checkEnvironment(read.environment, ["environment"], log);
  const { input, args } = read.args_mode === "free" ? readFree(read, log) : readTemplate(read, log);
  return {
    input,
    backend: { kind: "command", binary: read.binary ?? "", args, constants: {}, cwd },
    effect: read.effect ?? "write",
    output: { shape: "process", parser: "text", schema: null },
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
}

function readFree(read: ToolTable, log: IssueLog): Called {
  refuseFilled(read, ["args", "params"], '`args_mode = "free"`, where the caller sends the arguments', log);
  const { binary = "", allowed_subcommands: subcommands, allowed_flags: flags } = read;
  return { input: { kind: "free", free: readFreeMode({ binary, subcommands, flags }, log) }, args: [] };
}

function readTemplate(read: ToolTable, log: IssueLog): Called {
  refuseFilled(read, ["allowed_subcommands", "allowed_flags"], 'a template tool, only to `args_mode = "free"`', log);
  const declared = Object.keys(read.params?.table ?? {});
  const params = readParams(read.params, log);
  const args = readArgs(read.args, new Set(declared), log);
  const used = toUsedNames(args);
  for (const name of declared.filter((known) => !used.has(known))) {
    const place = { path: ["params", name], part: "key" } as const;
    const message = `the parameter \`${showText(name)}\` is declared but never used in \`args\``;
    addError(log, "unused-param", place, message, `Write {{${showText(name)}}} where its value belongs, or delete it.`);
  }
  const interpreter = findCodePlaceholder(read.binary ?? "", args);
  if (interpreter !== null) {
    const message = `\`${interpreter}\` would run a caller's value as code`;
    const hint = `Write the code without placeholders and pass values after it: ["-c", 'echo "$1"', "_", "{{x}}"].`;
    addError(log, "shell-placeholder", { path: ["args"], part: "key" }, message, hint);
  }
  return { input: { kind: "params", params }, args };
}
