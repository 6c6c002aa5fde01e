import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import type { Act } from "../../src/cli/command-row.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { createProgram } from "../../src/cli/program.ts";
import { ROOT, readBlocks, readPages } from "./pages.ts";
import type { Page } from "./pages.ts";

const pages = readPages();
const commands = await defineCommands();
const globalOptions = optionsOf(await createProgram([], () => undefined));

describe("links in the pages", () => {
  it.each(pages)("lead somewhere: $name", (page) => {
    expect(findBrokenLinks(page)).toEqual([]);
  });
});

describe("commands in the pages", () => {
  it.each(pages)("exist with their options: $name", (page) => {
    expect(readCommandLines(page).flatMap(findUnknown)).toEqual([]);
  });

  it("finds what does not exist", () => {
    expect(findUnknown("toolgate serv")).toEqual(["toolgate serv"]);
    expect(findUnknown("toolgate approvals wach")).toEqual(["toolgate approvals wach"]);
    expect(findUnknown("toolgate call x --arg a=1 --fast")).toEqual(["--fast of toolgate call"]);
  });
});

function findBrokenLinks({ name, text }: Page): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^https?:/.test(target) && !isThere(name, target));
}

function isThere(from: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const place = file === "" ? path.join(ROOT, from) : path.join(ROOT, path.dirname(from), file);
  if (!existsSync(place)) return false;
  return anchor === undefined || toAnchors(readFileSync(place, "utf8")).includes(anchor);
}

/** The anchors that headings get on a page. */
function toAnchors(text: string): readonly string[] {
  const headings = text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** `toolgate …` in code: lines of shell blocks, and spans. */
function readCommandLines(page: Page): readonly string[] {
  const lines = ["sh", "text"].flatMap((language) =>
    readBlocks(page, language).flatMap(({ text }) =>
      text.split("\n").flatMap((line) => /^(?:\s*\$ )?\s*(?:npx |npm run )?(toolgate .*)$/.exec(line)?.[1] ?? []),
    ),
  );
  const prose = page.text.replace(/^ *```[\s\S]*?^ *```/gm, "");
  const spans = [...prose.matchAll(/`(?:npx |npm run )?(toolgate [^`\n]+)`/g)].map(([, span = ""]) => span);
  return [...lines, ...spans].map((line) => line.replace(/^toolgate -- /, "toolgate ").replace(/\s#.*$/, ""));
}

function findUnknown(line: string): readonly string[] {
  const words = line.split(/\s+/).slice(1);
  const [first = "", second = ""] = words;
  if (!/^[a-z]/.test(first)) return [];
  const whole = commands.get(first);
  if (whole === undefined) return first === "help" ? [] : [`toolgate ${first}`];
  const isGroup = whole.commands.length > 0;
  const inner = isGroup ? whole.commands.find((command) => command.name() === second) : whole;
  if (inner === undefined) return /^[a-z]/.test(second) && !second.includes("|") ? [`toolgate ${first} ${second}`] : [];
  const known = new Set([...globalOptions, ...optionsOf(inner), "--help"]);
  return [...line.matchAll(/\s(--[a-z][a-z-]*)/g)].flatMap(([, option = ""]) =>
    known.has(option) ? [] : [`${option} of toolgate ${first}${isGroup ? ` ${second}` : ""}`],
  );
}

function optionsOf(command: Command): readonly string[] {
  return command.options.flatMap(({ long }) => long ?? []);
}

async function defineCommands(): Promise<ReadonlyMap<string, Command>> {
  const ignore: Act = () => () => Promise.resolve();
  const defined = COMMANDS.map(async ({ name, load }) => {
    const command = new Command(name);
    (await load())(command, ignore);
    return [name, command] as const;
  });
  return new Map(await Promise.all(defined));
}
