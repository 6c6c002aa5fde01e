import type { CommandItem, ItemRedirect } from "../../../shell/analysis.ts";
import type { PolicyAnswer } from "../../policy.ts";
import type { PathJudge } from "../path/judge-path.ts";
import { judgePath } from "../path/judge-path.ts";
import { showSource } from "./show-source.ts";
import { toFolders, toPlaces } from "./to-places.ts";
import { isUnknowable } from "./unknown-words.ts";

export interface JudgedRedirects {
  /** What denies or asks. */
  readonly answers: readonly PolicyAnswer[];
  /** Why nothing lets them through; `null`: all are free or allowed. */
  readonly open: string | null;
  /** Some of them write to a file. */
  readonly writes: boolean;
}

/** What a redirect writes is judged as a write of that file, what it reads as a read. */
export function judgeRedirects(item: CommandItem, text: string, judge: PathJudge): JudgedRedirects {
  const parts = item.redirects.map((redirect) => judgeRedirect(redirect, item, text, judge));
  return {
    answers: parts.flatMap(({ answers }) => answers),
    open: parts.find(({ open }) => open !== null)?.open ?? null,
    writes: parts.some(({ writes }) => writes),
  };
}

const FREE: JudgedRedirects = { answers: [], open: null, writes: false };

function judgeRedirect(redirect: ItemRedirect, item: CommandItem, text: string, judge: PathJudge): JudgedRedirects {
  const { use, target } = redirect;
  const shown = showSource(redirect, text);
  const body = redirect.body ?? (use === "here-string" ? target : null);
  const hidden = findHidden(redirect, shown);
  if (hidden !== null) {
    const { answers } = judgeFile({ ...redirect, use: "write" }, item, text, judge);
    return { ...ask(hidden), answers: [...answers.filter(({ source }) => source === "rules"), ...ask(hidden).answers] };
  }
  if (body !== null && isUnknowable(body, text))
    return ask(`what ${shown} hands over is only known when a shell runs it`);
  switch (use) {
    case "close":
    case "here-document":
    case "here-string":
      return FREE;
    case "duplicate":
      return /^[12]$/.test(target?.text ?? "") ? FREE : ask(`${shown} joins descriptors that nobody has judged`);
    default:
      return judgeFile(redirect, item, text, judge);
  }
}

/** Why a redirect does more than one can see; `null`: it does not. */
function findHidden({ use, descriptor }: ItemRedirect, shown: string): string | null {
  if (typeof descriptor === "string" && use !== "close") return `${shown} opens a descriptor that the shell chooses`;
  return use === "read-write" ? `${shown} opens a file for reading and writing` : null;
}

function ask(why: string): JudgedRedirects {
  const answer = { source: "shell", verdict: "ask", code: "ASK_SHELL", reason: why } as const;
  return { answers: [answer], open: why, writes: true };
}

function judgeFile(
  { use, target, ...span }: ItemRedirect,
  item: CommandItem,
  text: string,
  judge: PathJudge,
): JudgedRedirects {
  const shown = showSource(span, text);
  if (target === null) return ask(`${shown} names no file`);
  if (target.text === "/dev/null") return FREE;
  if (/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(target.text ?? target.prefix))
    return ask(`${shown} opens a network connection`);
  const places = target.glob ? null : toPlaces(target, item, judge.facts);
  if (places === null) return ask(`which file ${shown} opens is only known when a shell runs it`);
  const kind = use === "read" ? "read" : "write";
  const judged = places.map((place) => ({ place, answers: judgePath({ ...place, use: kind }, judge) }));
  const blocked = judged.flatMap(({ answers }) => answers.filter(({ verdict }) => verdict !== "allow"));
  const unallowed = judged.find(({ answers }) => answers.every(({ verdict }) => verdict !== "allow"));
  if (toFolders(item, judge.facts) === null && !/^[/~]/.test(target.text ?? "")) {
    const lost = ask(`in which folder ${shown} opens a file is only known when a shell runs it`);
    return { ...lost, answers: [...blocked, ...lost.answers] };
  }
  const isOpen = kind === "write" && unallowed !== undefined;
  const open = isOpen ? `no rule lets it write to ${unallowed.place.path}` : null;
  return { answers: blocked, open, writes: kind === "write" };
}
