import { createLineAnalyzer } from "../../src/call/line-analyzer.ts";
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

/** Everything may run and be written that the engine understands: whatever it does not see is a way around every rule. */
const RULES = ["shell.exec", "fs.write"].map((tool): Rule => ({
  id: tool,
  effect: "allow",
  tool,
  specifier: null,
  layer: "session",
  source: "oracle",
  reason: null,
}));
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
    analyze: lines.analyze,
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
    return [words, ...views.map((view) => (open ? [view.words[0] ?? null, null] : view.words))];
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
