import { createLineAnalyzer } from "../../src/call/plan/shell/line-analyzer.ts";
import { decide } from "../../src/policy/decide.ts";
import type { Policy, Rule } from "../../src/policy/policy.ts";
import { toLexicalFacts } from "../../src/policy/to-lexical-facts.ts";
import { toPolicyRequest } from "../../src/policy/to-policy-request.ts";
import { createShellPack } from "../../src/packs/shell/create-shell-pack.ts";
import type { CommandAnalysis, CommandItem } from "../../src/shell/analysis.ts";
import { analyzeCommand } from "../../src/shell/analyze-command.ts";
import { listFileOperands } from "../../src/shell/knowledge/operands/list-file-operands.ts";
import { toAllowView } from "../../src/shell/views/to-allow-view.ts";
import { toDenyViews } from "../../src/shell/views/to-deny-views.ts";
import type { Judgement } from "./property.ts";

const lines = createLineAnalyzer();
await lines.prepare();

const FOLDER = "/w";
const EXEC = createShellPack().tools.map(({ tool }) => tool);

/** Programs that start no others; those that do are covered by what they start, or by nothing. */
const PROGRAMS =
  "echo ls cat grep wc head tail git rm touch curl evil cp mv mkdir rmdir printf pwd sort uniq find sed tee true false test seq cut tr diff date id ps npm make nice timeout nohup stdbuf time command env xargs";

/** Whatever runs beside what these rules cover is a way around every rule. */
const RULES = ["fs.write", "fs.read", ...PROGRAMS.split(" ").map((program) => `shell.exec(${program} *)`)].map(
  (text): Rule => ({
    id: text,
    effect: "allow",
    tool: text.split("(", 1)[0] ?? "",
    specifier: /\((.*)\)$/.exec(text)?.[1] ?? null,
    layer: "session",
    source: "oracle",
    reason: null,
  }),
);
const POLICY: Policy = { mode: "default", rules: RULES, paused: null, denyPack: "off" };

/** What Toolgate says about a line: whether it may run without a question, and all that it would then start and write. */
export function judgeLine(line: string): Judgement {
  const [tool] = EXEC;
  if (tool === undefined) throw new Error("there is no shell tool");
  const request = toPolicyRequest({
    tool,
    caller: { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" },
    hints: {},
    args: { command: line },
    paths: [],
    folder: FOLDER,
    session: null,
    depth: 0,
    needsShell: false,
    analyze: (text) => lines.analyze(text),
  });
  const { effect } = decide(request, toLexicalFacts({ roots: [FOLDER] }), POLICY);
  const analysis = lines.analyze(line);
  return { allowed: effect === "allow", commands: listStarted(analysis), writes: analysis.items.flatMap(listWritten) };
}

/** A pattern, a tilde and a word that may become several are only known when a shell runs them. */
function listStarted({ items }: CommandAnalysis): Judgement["commands"] {
  return items.flatMap((item) => {
    const words = item.words.map((word, index) => (index > 0 && (word.glob || word.tilde) ? null : word.text));
    const open = item.words.some((word) => word.glob || word.tilde);
    const views = toDenyViews(item, analyzeCommand).filter(({ kind }) => kind !== "suffix");
    const all = [words, ...views.map((view) => (open ? [view.words[0] ?? null, null] : view.words))];
    // `xargs` adds words that nobody knows, and starts `echo` where it is given no program.
    if (!words.some((word) => word !== null && /^(?:.*\/)?g?xargs$/.test(word))) return all;
    return [...all.map((started) => [...started, null]), ["echo", null]];
  });
}

function listWritten(item: CommandItem): Judgement["writes"] {
  const view = toAllowView(item);
  const operands = listFileOperands(view.ok ? view.words : item.words);
  const targets = item.redirects.flatMap(({ target, use }) => (use === "read" || target === null ? [] : [target]));
  const written = (operands ?? []).flatMap(({ word, purpose }) =>
    purpose === "write" || purpose === "delete" ? [word] : [],
  );
  const files = [...targets, ...written].map((word) => (word.glob || word.tilde ? null : word.text));
  return [...(operands === null ? [null] : []), ...files.map((file) => toFile(file, item.folder))];
}

function toFile(file: string | null, folder: string | null): string | null {
  if (file === null || folder === null || folder.startsWith("~")) return null;
  return file.startsWith("/") || folder === "" ? file : `${folder}/${file}`;
}
