import type { ItemWord } from "../../analysis.ts";
import type { FileOperand, FilePurpose } from "../file-operand.ts";
import { ANY_FILE, toWordPart } from "../file-operand.ts";
import { toNames, toOptionSyntax } from "../options/option-syntax.ts";
import type { OptionValue } from "../options/parse-options.ts";
import { parseOptions } from "../options/parse-options.ts";

const WRITES =
  "-o --output --output-dir -c --cookie-jar -D --dump-header --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl";
const READS =
  "-T --upload-file -K --config -E --cert --key --cacert --capath --netrc-file --etag-compare -b --cookie --pubkey --proxy-cert --proxy-key --proxy-cacert";
/** Values in which `@file` stands for what the file holds. */
const MAYBE_READS =
  "-d --data --data-ascii --data-binary --data-urlencode --json -F --form -H --header -w --write-out --proxy-header --url-query --variable";
const DATA =
  "-A -X -u -x -m -e -y -Y -r -C -Q -t -z -P -U --user-agent --request --user --proxy --max-time --connect-timeout --referer --range --continue-at --url --retry --retry-delay --retry-max-time --max-redirs --limit-rate --resolve --connect-to --interface --dns-servers --ciphers --form-string --data-raw --noproxy --proxy-user --oauth2-bearer --unix-socket --max-filesize --speed-limit --speed-time --keepalive-time --cert-type --key-type --proto --proto-redir --time-cond --quote --aws-sigv4 --rate --parallel-max";

const SYNTAX = toOptionSyntax({ values: `${WRITES} ${READS} ${MAYBE_READS} ${DATA}` }, true);
const LISTS: readonly (readonly [ReadonlySet<string>, FilePurpose])[] = [
  [new Set(toNames(WRITES)), "write"],
  [new Set(toNames(READS)), "read"],
];
const AT_SIGN: ReadonlySet<string> = new Set(toNames(MAYBE_READS));

/** The files of `curl`: what it sends, what it is configured by, and where it puts answers. `-O` names none. */
export function listCurlOperands(words: readonly ItemWord[]): readonly FileOperand[] {
  const { options, operands } = parseOptions(words, SYNTAX);
  const files = options.flatMap(({ names, values }) =>
    values.flatMap((value) => {
      const known = LISTS.flatMap(([list, purpose]) =>
        names.some((name) => list.has(name)) ? toFile(words, value, value.from, purpose) : [],
      );
      return names.some((name) => AT_SIGN.has(name)) ? [...known, ...listSent(words, value)] : known;
    }),
  );
  const urls = options.flatMap(({ names, values }) => (names.includes("--url") ? values : []));
  const local = [...operands.map((at) => ({ at, from: 0, text: null })), ...urls].flatMap((value) =>
    listLocal(words, value),
  );
  return [...files, ...local];
}

/** The file of a `file:` address. What `curl` makes of signs and ranges in it is not known. */
function listLocal(words: readonly ItemWord[], value: OptionValue): readonly FileOperand[] {
  const word = words[value.at];
  const shown = (word?.text ?? word?.prefix ?? "").slice(value.from);
  const found = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?)?(?=\/)/i.exec(shown)?.[0];
  if (found === undefined) return /^file:/i.test(shown) ? [{ word: ANY_FILE, purpose: "read" }] : [];
  const known = toFile(words, value, value.from + found.length, "read");
  return /[%{[?#]/.test(shown) ? [...known, { word: ANY_FILE, purpose: "read" }] : known;
}

/** `@file`, `name=@file`, `name=<file`, `name@file`. */
function listSent(words: readonly ItemWord[], value: OptionValue): readonly FileOperand[] {
  const word = words[value.at];
  const shown = (word?.text ?? word?.prefix ?? "").slice(value.from);
  const sign = /^(?:[\w-]*=?)[@<]/.exec(shown)?.[0];
  return sign === undefined ? [] : toFile(words, value, value.from + sign.length, "read");
}

function toFile(
  words: readonly ItemWord[],
  { at }: OptionValue,
  from: number,
  purpose: FilePurpose,
): readonly FileOperand[] {
  const word = words[at];
  return word === undefined ? [] : [{ word: toWordPart(word, from), purpose }];
}
