import { defineTool } from "../../library/define-tool.ts";
import type { DefinedTool } from "../../library/define-tool.ts";
import { definitionHash } from "../../manifest/definition-hash.ts";
import type { Tool } from "../../model/tool.ts";
import type { Pack } from "../pack.ts";

const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 1_048_576;
/** Of the most that one argument of a program may be, as a shell gets the line as one. */
const MAX_LINE_BYTES = 100_000;

/** What programs of developers need to work at all; nothing that usually holds a secret. */
const ENVIRONMENT: readonly string[] = [
  "CI",
  "COLORTERM",
  "FORCE_COLOR",
  "HOME",
  "LANGUAGE",
  "LOGNAME",
  "NODE_ENV",
  "NO_COLOR",
  "SHELL",
  "TERM",
  "TMPDIR",
  "USER",
];

/** `shell.exec`: command lines of agents, each command of which is judged. Not served before `[packs] shell = true`. */
export function createShellPack(): Pack {
  return { name: "shell", tools: [createExecTool()], apis: [] };
}

function createExecTool(): DefinedTool {
  const { tool, handler } = defineTool({
    name: "shell.exec",
    title: "Run a command line",
    description:
      "Runs a command line in the workspace and returns what it printed. Programs joined by |, &&, || and ; run without a shell; anything that needs a real shell is asked about each time. Working folder and session persist: `cd` holds for later calls.",
    effect: "write",
    group: "shell",
    specifier: "{command|shell}",
    timeoutMs: TIMEOUT_MS,
    params: {
      command: {
        type: "content",
        maxBytes: MAX_LINE_BYTES,
        allowEmpty: false,
        description: "The command line, as for bash",
      },
      working_dir: {
        type: "path",
        optional: true,
        description: "Folder to run in, inside the workspace. Default: where the session's last `cd` led",
      },
    },
    handler: () => {
      throw new Error("command lines are run by their back end");
    },
  });
  return { tool: toShellTool(tool), handler };
}

function toShellTool(tool: Tool): Tool {
  const shell: Tool = {
    ...tool,
    backend: { kind: "shell", line: "command", folder: "working_dir" },
    limits: { timeoutMs: TIMEOUT_MS, maxStdoutBytes: MAX_OUTPUT_BYTES, maxStderrBytes: MAX_OUTPUT_BYTES },
    environment: ENVIRONMENT,
    output: { shape: "process", parser: "text", schema: null },
  };
  return { ...shell, definitionHash: definitionHash(shell) };
}
