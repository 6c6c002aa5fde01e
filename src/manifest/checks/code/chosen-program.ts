import { isDangerousVariable } from "../check-environment.ts";
import { toOperands } from "./code-word.ts";
import type { CodeWord } from "./code-word.ts";

interface Wrapper {
  readonly names: RegExp;
  /** Options that take the next word. */
  readonly valued: RegExp;
  /** Operands before the program that is started. */
  readonly before: number;
}

const NONE = /^$/;
const WRAPPERS: readonly Wrapper[] = [
  { names: /^(nohup|setsid|fakeroot|busybox|toybox|command|builtin|exec)$/, valued: NONE, before: 0 },
  { names: /^env$/, valued: /^(-[a-z]*[uCS]|--unset|--chdir|--split-string)$/, before: 0 },
  { names: /^nice$/, valued: /^(-n|--adjustment)$/, before: 0 },
  { names: /^ionice$/, valued: /^(-[a-z]*[cn]|--class|--classdata)$/, before: 0 },
  { names: /^stdbuf$/, valued: /^(-[ioe]|--input|--output|--error)$/, before: 0 },
  { names: /^time$/, valued: /^(-[fo]|--format|--output)$/, before: 0 },
  {
    names: /^(sudo|doas)$/,
    valued: /^(-[a-zA-Z]*[ughpCrtTUDRa]|--(user|group|host|prompt|close-from|role|type|command-timeout|chdir|chroot))$/,
    before: 0,
  },
  {
    names: /^xargs$/,
    valued: /^(-[0prtx]*[InLPsdEa]|--(arg-file|delimiter|max-lines|max-args|max-procs|max-chars|process-slot-var))$/,
    before: 0,
  },
  { names: /^(strace|ltrace)$/, valued: /^(-[a-zA-Z]*[oepsuaPEbIOSX])$/, before: 0 },
  { names: /^npx$/, valued: /^(-p|--package)$/, before: 0 },
  { names: /^timeout$/, valued: /^(-[sk]|--signal|--kill-after)$/, before: 1 },
  { names: /^flock$/, valued: /^(-[wE]|--wait|--timeout|--conflict-exit-code)$/, before: 1 },
  { names: /^(chroot|gosu|taskset|chrt)$/, valued: NONE, before: 1 },
];
const SETS_VARIABLES = /^(env|sudo|doas)$/;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/** Whether a value would say which program a wrapper starts, or set a variable that says so. */
export function choosesProgram(name: string, words: readonly CodeWord[]): boolean {
  const wrapper = WRAPPERS.find(({ names }) => names.test(name));
  if (wrapper === undefined) return false;
  const operands = toOperands(words, wrapper.valued).slice(wrapper.before);
  if (!SETS_VARIABLES.test(name)) return operands[0]?.hasValue === true;
  const end = operands.findIndex(({ start }) => !ASSIGNMENT.test(start));
  const assigned = end === -1 ? operands : operands.slice(0, end);
  const isDangerous = ({ start, hasValue }: CodeWord): boolean =>
    hasValue && isDangerousVariable(ASSIGNMENT.exec(start)?.[1] ?? "");
  return operands[end]?.hasValue === true || assigned.some(isDangerous);
}
