import type { CommandNode, WordPart } from "unbash";
import type { ShellIssue } from "./simple-script.ts";

type Described = Pick<ShellIssue, "code" | "message">;
type Refused =
  Exclude<CommandNode["type"], "Command"> | Exclude<WordPart["type"], "Literal" | "SingleQuoted" | "DoubleQuoted">;

const COMPOUND: Described = { code: "compound", message: "loops, conditions and groups need a shell" };
const VARIABLE: Described = { code: "expansion", message: "a variable would only be known when a shell runs it" };
const GLOB: Described = { code: "glob", message: "a file pattern would only be known when a shell runs it; quote it" };

/** Why each thing that a shell would decide is refused. */
const NODES: Readonly<Record<Refused, Described>> = {
  If: COMPOUND,
  For: COMPOUND,
  ArithmeticFor: COMPOUND,
  Select: COMPOUND,
  While: COMPOUND,
  BraceGroup: COMPOUND,
  Case: COMPOUND,
  TestCommand: COMPOUND,
  Redirected: COMPOUND,
  Coproc: { code: "background", message: "a coprocess would be left running" },
  Function: { code: "function", message: "a function needs a shell" },
  Subshell: { code: "subshell", message: "a subshell needs a shell" },
  ArithmeticCommand: { code: "arithmetic", message: "arithmetic needs a shell" },
  ArithmeticExpansion: { code: "arithmetic", message: "arithmetic needs a shell" },
  CommandExpansion: { code: "substitution", message: "the output of a command cannot become part of another" },
  ProcessSubstitution: { code: "process-substitution", message: "process substitution needs a shell" },
  SimpleExpansion: VARIABLE,
  ParameterExpansion: VARIABLE,
  BraceExpansion: { code: "expansion", message: "braces that expand need a shell; write the words out, or quote them" },
  Glob: GLOB,
  ExtendedGlob: GLOB,
  AnsiCQuoted: { code: "quoting", message: "`$'…'` means different things to different shells; use '…' or \"…\"" },
  LocaleString: { code: "quoting", message: '`$"…"` means different things to different shells; use "…"' },
};

/** Why a node of this type is refused. */
export function describeNode(type: Refused): Described {
  return NODES[type];
}
