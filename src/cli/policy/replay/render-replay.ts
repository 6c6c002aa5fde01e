import type { Verdict } from "../../../model/decision.ts";
import { paintVerdict } from "../../output/decision.ts";
import { plural } from "../../output/issues.ts";
import type { Screen } from "../../output/screen.ts";
import { escapeLine } from "../../output/text/escape.ts";
import { fitText } from "../../output/text/fit-text.ts";
import { renderTime } from "../../output/text/relative-time.ts";
import { shortenIds } from "../../output/text/short-ids.ts";
import { wrapText } from "../../output/wrap-text.ts";
import type { ChangeGroup, ReplayExample, ReplayReport, UndecidableGroup } from "./tally.ts";

export interface ReplayTitle {
  /** ISO 8601. */
  readonly since: string;
  /** As it was given; `null`: what holds now. */
  readonly with: string | null;
}

/** What loosens comes first: nobody is asked about it again. */
const ORDER: readonly Verdict[] = ["allow", "deny", "ask"];
const WORDS = { allow: "would run unasked", deny: "would be denied", ask: "would ask" } as const;

/** Counts first, then each rule or policy with what it would decide otherwise, and some of those calls. */
export function renderReplay(report: ReplayReport, title: ReplayTitle, now: Date, screen: Screen): string {
  const under = title.with === null ? "as things are now" : `with ${escapeLine(title.with)}`;
  const head = `${plural(report.calls, "call")} since ${renderTime(title.since, now, screen)}, decided once more ${under}`;
  const candidate = report.groups.filter(({ cause }) => cause === "candidate");
  const since = report.groups.filter(({ cause }) => cause === "since");
  const parts = [
    `${wrapText(head, screen.width, 0)}\n`,
    renderCounts(report, title, screen),
    renderSection(`What ${title.with ?? ""} would change`, candidate, now, screen),
    renderSection(title.with === null ? "What changed" : "What changed since, with or without it", since, now, screen),
    report.ungrouped === 0 ? "" : `And ${plural(report.ungrouped, "call")} decided otherwise by still others.\n`,
    renderUndecidable(report.undecidable.reasons, now, screen),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function renderCounts({ changed, unchanged, undecidable }: ReplayReport, title: ReplayTitle, screen: Screen): string {
  const { colors } = screen;
  const rows = ORDER.map((effect): readonly [string, string, string] => {
    const [by, since] = [changed.candidate[effect], changed.since[effect]];
    const also = title.with === null || since === 0 ? "" : `and ${since} because of what changed here since`;
    return [WORDS[effect], String(title.with === null ? since : by), also];
  });
  const otherwise = unchanged.otherwise === 0 ? "" : `${unchanged.otherwise} of them for another reason`;
  rows.push(["unchanged", String(unchanged.count), otherwise]);
  if (undecidable.count > 0) rows.push(["cannot be told", String(undecidable.count), ""]);
  const width = Math.max(...rows.map(([, count]) => count.length));
  return rows
    .map(([name, count, note]) => {
      const more = note === "" ? "" : `  ${colors.dim(note)}`;
      return `  ${name.padEnd(17)}  ${count.padStart(width)}${more}\n`;
    })
    .join("");
}

function renderSection(title: string, groups: readonly ChangeGroup[], now: Date, screen: Screen): string {
  if (groups.length === 0) return "";
  const sorted = groups.toSorted((one, other) => ORDER.indexOf(one.to) - ORDER.indexOf(other.to));
  const shown = sorted.map((group) => renderGroup(group, now, screen));
  return `${screen.colors.bold(wrapText(escapeLine(title), screen.width, 0))}\n\n${shown.join("\n")}`;
}

function renderGroup(group: ChangeGroup, now: Date, screen: Screen): string {
  const { colors, width } = screen;
  const { from, to, count, tools, decider, before } = group;
  const change = from === to ? paintVerdict(to, colors) : `${paintVerdict(from, colors)} → ${paintVerdict(to, colors)}`;
  const fields = [
    ["by", decider, (text: string) => text],
    ["before", before, colors.dim],
    ["tools", tools.join(", "), colors.dim],
  ] as const;
  const lines = fields.map(
    ([name, text, paint]) => `  ${colors.dim(name.padEnd(6))}  ${paint(wrapText(escapeLine(text), width, 10))}\n`,
  );
  return `${change}  ${plural(count, "call")}\n${lines.join("")}${renderExamples(group, now, screen)}`;
}

function renderExamples(
  { examples, count }: { readonly examples: readonly ReplayExample[]; readonly count: number },
  now: Date,
  screen: Screen,
): string {
  const shorten = shortenIds(
    examples.map(({ callId }) => callId),
    screen,
  );
  const lines = examples.map(({ callId, at, tool, about }) => {
    const start = `  ${shorten(callId)}  ${renderTime(at, now, screen)}  `;
    const text = escapeLine(about ?? tool);
    return `${screen.colors.dim(start)}${fitText(text, Math.max(20, screen.width - start.length))}\n`;
  });
  const more = count - examples.length;
  return `${lines.join("")}${more > 0 && examples.length > 0 ? screen.colors.dim(`  and ${more} more\n`) : ""}`;
}

function renderUndecidable(groups: readonly UndecidableGroup[], now: Date, screen: Screen): string {
  if (groups.length === 0) return "";
  const shown = groups.map((group) => {
    const reason = `${group.count}  ${escapeLine(group.reason)}`;
    return `${wrapText(reason, screen.width, String(group.count).length + 2)}\n${renderExamples(group, now, screen)}`;
  });
  return `${screen.colors.bold("What cannot be told")}\n\n${shown.join("\n")}`;
}
