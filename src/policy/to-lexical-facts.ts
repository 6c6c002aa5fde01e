import type { Facts } from "../model/facts.ts";

/**
 * Facts for a judgement that looks at nothing: no links, and a bare program name means the system's program.
 * `folder` and `home` default to a workspace `/w` of a person whose home is `/home/me`.
 */
export function toLexicalFacts(given: Partial<Facts> = {}): Facts {
  const folder = given.folder ?? given.roots?.[0] ?? "/w";
  return {
    headless: false,
    now: 0,
    folder,
    home: "/home/me",
    roots: [folder],
    ownFolders: [],
    lexical: true,
    realPaths: new Map(),
    programs: new Map(),
    limits: new Map(),
    session: null,
    ...given,
  };
}
