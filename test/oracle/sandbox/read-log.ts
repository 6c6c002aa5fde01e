import { isDeepStrictEqual } from "node:util";

/** One program that a line started. */
export interface Executed {
  /** As it was started: a bare name where it was found by PATH, else the path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Its working folder inside the sandbox. */
  readonly cwd: string;
}

/** What the sandbox wrote down about one line. */
export interface CaseLog {
  readonly number: number;
  /** What a loop started many times stands here once. */
  readonly executed: readonly Executed[];
  /** Files outside the folder of the case. */
  readonly files: readonly string[];
  /** Of the shell; `null` when the sandbox itself ended during this line. */
  readonly status: number | null;
}

/** Reads the record of one batch: fields closed by NUL, each entry led by its kind. */
export function readLog(log: string, stubFolder: string): readonly CaseLog[] {
  const fields = log.split("\0");
  const cases: { -readonly [key in keyof CaseLog]: CaseLog[key] }[] = [];
  for (let at = 0; at < fields.length - 1;) {
    const current = cases.at(-1);
    const [kind, first = "", second = "", third = ""] = fields.slice(at, at + 4);
    if (kind === "start") {
      cases.push({ number: Number(first), executed: [], files: [], status: null });
      at += 2;
    } else if (current === undefined) {
      throw new Error(`a record stands before the first line: ${JSON.stringify(kind)}`);
    } else if (kind === "ran") {
      const end = at + 4 + Number(third);
      const program = first.startsWith(`${stubFolder}/`) ? first.slice(stubFolder.length + 1) : first;
      const executed = { program, args: fields.slice(at + 4, end), cwd: second };
      if (!current.executed.some((other) => isDeepStrictEqual(other, executed))) {
        current.executed = [...current.executed, executed];
      }
      at = end;
    } else if (kind === "file") {
      current.files = [...current.files, first];
      at += 2;
    } else if (kind === "end") {
      current.status = Number(second);
      at += 3;
    } else {
      throw new Error(`unknown kind of record: ${JSON.stringify(kind)}`);
    }
  }
  return cases;
}
