import fc from "fast-check";

/** Tokens in any order: most of it is no command line at all, and what two parsers take for one is where they disagree. */
export function createTokens(): fc.Arbitrary<string> {
  const token = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constantFrom("x", "ls", "echo", "cat", "rm", "a.txt", "-n"), weight: 5 },
    { arbitrary: fc.constantFrom(" ", " ", " ", "\n", "\t", ";"), weight: 6 },
    { arbitrary: fc.constantFrom("'", '"', "\\", "''", '""', "\\\n", "'a b'", '"$(rm x)"', "'$(rm x)'"), weight: 3 },
    { arbitrary: fc.constantFrom(..."`$(){}[]<>&|#=!~*?:,^%@+-0".split("")), weight: 3 },
    { arbitrary: fc.constantFrom(...LONGER), weight: 2 },
  );
  const start = fc.constantFrom("echo ", "ls ", "", "cat a.txt|", "echo x;", "ls\n");
  return fc.tuple(start, fc.array(token, { maxLength: 10 })).map(([first, tokens]) => `${first}${tokens.join("")}`);
}

const LONGER: readonly string[] = [
  ...["&&", "||", "|&", ";;", ";&", ">>", "<<", "<<<", ">&", "&>", "2>&1", ">|", "<>", "{fd}>", "3>", "<(", ">(", "$("],
  ...["${", "$((", "((", "))", "$'", '$"', "$[", "[[", "]]", "$'\\'", "<<E\n", "\nE\n", "<<'E'\n", "`rm x`", "$(rm x)"],
  ...[
    "if ",
    "then ",
    "fi",
    "for ",
    "in ",
    "do ",
    "done",
    "case ",
    "esac",
    "{ ",
    "; }",
    "! ",
    "time ",
    "coproc ",
    "f()",
  ],
  ...[
    "function ",
    "\\;",
    "\\ ",
    "# x",
    "#",
    "A=1 ",
    "a[0]=",
    "{a,b}",
    "{1..3}",
    "@(a|b)",
    "\u00a0",
    "\u2028",
    "é",
    "~/x",
  ],
];
