import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../../analyze-command.ts";
import { findSedEffect } from "./find-sed-effect.ts";

function effectOf(line: string): string | null {
  return findSedEffect(analyzeCommand(line).items[0]?.words ?? []);
}

describe("findSedEffect", () => {
  it.each([
    "sed s/a/b/ f",
    "sed 's/a/b/g' f",
    "sed -i 's|a/b|c|gI' f",
    "sed -i.bak 's/a/b/2p' f",
    "sed -n '1,5p' f",
    "sed -n '/start/,/end/p' f",
    "sed '/^#/d;/^$/d' f",
    "sed -e 's/a/b/' -e 's/c/d/' f g",
    "sed -E 's/(a|e)w/\\1/' f",
    "sed 's/w/e/; s/e/w/' f",
    "sed '1i # head' f",
    "sed '$a tail' f",
    "sed 5q f",
    "sed '$!N;$!D' f",
    "sed 'y/abc/xyz/' f",
    "sed ':a;N;$!ba;s/\\n/ /g' f",
    "sed -n '2~3p' f",
    "sed '1,/x/{s/a/b/;p}' f",
  ])("%s changes nothing but what passes through", (line) => expect(effectOf(line)).toBeNull());

  it.each([
    "sed '1e touch x' f",
    "sed e f",
    "sed 'w out' f",
    "sed -n '1,5p;w out' f",
    "sed 's/a/b/e' f",
    "sed 's/a/b/gw out' f",
    "sed 's/a/b/w out' f",
    "sed -e 's/a/b/' -e 'e id' f",
    "sed -n '/x/w out' f",
    "sed '/x/{e id\n}' f",
    "sed 'sxaxbxe' f",
    "sed 's,a,b,e' f",
    "sed '1W out' f",
    "sed 'r /etc/passwd' f",
    "sed -f script f",
    "sed --fi=script f",
    "sed --expression='e id' f",
    'sed "$X" f',
    "sed 's/a/b' f",
    "sed --unknown 's/a/b/' f",
    "sed 'a\\\nx\ne id' f",
    "sed '/\\//e id' f",
    "sed '/[/]/e id' f",
  ])("%s may do anything", (line) => expect(effectOf(line)).not.toBeNull());
});
