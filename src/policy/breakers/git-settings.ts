import type { JudgedCommand } from "../commands/list-commands.ts";

/** Settings that name a program, a folder of programs, a further file of settings, or what may be fetched how. */
const STARTS_PROGRAMS =
  /^(?:alias\..+|core\.(?:hookspath|pager|editor|sshcommand|fsmonitor|askpass|gitproxy|worktree|alternaterefscommand)|(?:sequence\.editor|diff\.external|interactive\.difffilter|init\.templatedir|web\.browser|uploadpack\.packobjectshook|sendemail\..+|include\.path|includeif\..+|pager\..+|credential\.(?:.+\.)?helper|gpg\.(?:.+\.)?program|protocol\.(?:.+\.)?allow)|(?:diff|merge|filter|difftool|mergetool|browser|man|guitool|trailer|remote|submodule|tar|hook)\..+\.(?:command|textconv|driver|clean|smudge|process|cmd|path|uploadpack|receivepack|vcs|update))$/;

/** Forms that only look. */
const ASKS = /^(?:--get.*|--list|-l|get|list|--unset.*|unset|--remove-section|remove-section)$/;

/** Why a command sets what git will run later, also while it only looks: `git config core.pager x`; `null`: it does not. */
export function findGitSetting({ words }: Pick<JudgedCommand, "words">): string | null {
  const [program, ...rest] = words;
  const at = rest.indexOf("config");
  if (program !== "git" || at === -1) return null;
  const given = rest.slice(at + 1);
  if (given.some((word) => word !== null && ASKS.test(word))) return null;
  const key = given.findIndex((word) => word !== null && STARTS_PROGRAMS.test(word.toLowerCase()));
  // Alone, a name is printed.
  if (key === -1 || key === given.length - 1) return null;
  return `git would run, or take its settings from, what \`${given[key] ?? ""}\` says from then on`;
}
