import type { ItemWord } from "../../analysis.ts";
import { toNames } from "../options/option-syntax.ts";

const names = (list: string): ReadonlySet<string> => new Set(toNames(list));

const WITHOUT_VALUE = names(
  "-a -and -daystart -d -depth -empty -executable -false -follow -help --help -ignore_readdir_race -ls -mount -nogroup -noignore_readdir_race -noleaf -nouser -nowarn -not -o -or -print -print0 -prune -quit -readable -true -version --version -warn -writable -xdev",
);

const WITH_VALUE = names(
  "-amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -printf -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype",
);

/** Before the folders. */
const LEADING = names("-H -L -P -E -X -d -s -x");

/** Why `find` may do more than look; `null`: it only looks. A predicate that is not listed may write, delete or run. */
export function judgeFind(words: readonly ItemWord[]): string | null {
  let at = 1;
  while (at < words.length && isLeading(words[at])) at += words[at]?.text === "-D" ? 2 : 1;
  while (at < words.length && !startsExpression(words[at])) at++;
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? "";
    if (/^[()!,]$/.test(text) || WITHOUT_VALUE.has(text)) continue;
    const takesValue = WITH_VALUE.has(text) || /^-newer[aBcm][aBcmt]$/.test(text);
    if (!takesValue) return `\`find\` is not known to only read with ${text === "" ? "an empty word" : text}`;
    at++;
  }
  return null;
}

function isLeading(word: ItemWord | undefined): boolean {
  const text = word?.text ?? "";
  return LEADING.has(text) || /^-(?:O[0-9]|D)$/.test(text);
}

/** Where the folders to look in end and the conditions begin. */
export function startsExpression(word: ItemWord | undefined): boolean {
  const shown = word?.text ?? word?.prefix ?? "";
  return (shown.startsWith("-") && shown !== "-") || /^[()!,]$/.test(shown);
}
