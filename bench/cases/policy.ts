import { decide } from "../../dist/policy/decide.js";
import { createListed } from "../../dist/policy/is-listed.js";
import type { Policy, Rule } from "../../dist/policy/policy.js";
import { toLexicalFacts } from "../../dist/policy/to-lexical-facts.js";
import { toPolicyRequest } from "../../dist/policy/to-policy-request.js";
import { toPolicyTool } from "../../dist/policy/to-policy-tool.js";
import { loadShellParser } from "../../dist/facts/load-shell-parser.js";
import { defineTool } from "../../dist/library/define-tool.js";
import { createShellPack } from "../../dist/packs/shell/create-shell-pack.js";
import { analyzeCommand } from "../../dist/shell/analyze-command.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, median, percentile } from "../measure.ts";

const CALLER = { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" } as const;
const ROUNDS = 7;
const LINE = "cd packages/api && npm run build 2>&1 | tail -n 20";

/** Deciding by itself, without the looks at the world before it and the record after it. */
export async function run(): Promise<readonly Figure[]> {
  return [...judgeRules(), ...(await judgeLines()), ...listTools()];
}

function measure(
  count: number,
  work: (index: number) => void,
): { readonly medians: number[]; readonly tails: number[] } {
  const medians: number[] = [];
  const tails: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const samples = Array.from({ length: count }, (_, index) => {
      const start = performance.now();
      work(index);
      return (performance.now() - start) * 1000;
    });
    // The first round only warms up.
    if (round === 0) continue;
    medians.push(median(samples));
    tails.push(percentile(samples, 0.99));
  }
  return { medians, tails };
}

function judgeRules(): readonly Figure[] {
  const tools = Array.from({ length: 200 }, (_, index) => declare(`tool.n${index}`));
  const rules = Array.from({ length: 1_000 }, (_, index) => toRule(index, `tool.n${index % 200}`, `${index}*`));
  const policy: Policy = { mode: "default", rules, paused: null };
  const facts = toLexicalFacts();
  const requests = tools.map((tool) => request(tool, { text: "7 things" }));
  const { medians } = measure(5_000, (index) => {
    const asked = requests[index % requests.length];
    if (asked !== undefined) decide(asked, facts, policy);
  });
  return [absoluteFigure("decide, 1,000 rules over 200 tools: median", "µs", medians, 20)];
}

async function judgeLines(): Promise<readonly Figure[]> {
  const second = await loadShellParser();
  const [tool] = createShellPack().tools;
  if (tool === undefined) throw new Error("there is no shell tool");
  const rules = ["npm run *", "git commit *", "make *"].map((text, index) => toRule(index, "shell.exec", text));
  const policy: Policy = { mode: "default", rules, paused: null };
  const facts = toLexicalFacts();
  const reading = measure(3_000, (index) => void analyzeCommand(`${LINE} ${index}`, second));
  const deciding = measure(3_000, (index) => {
    const line = `${LINE} file${index}`;
    decide(
      request(tool.tool, { command: line }, (text) => analyzeCommand(text, second)),
      facts,
      policy,
    );
  });
  return [
    absoluteFigure("a line of 3 commands, both parsers: median", "µs", reading.medians, 120),
    absoluteFigure("the same, decided with its breakers and packs: median", "µs", deciding.medians, null),
    absoluteFigure("the same, decided with its breakers and packs: p99", "µs", deciding.tails, 1_000),
  ];
}

function listTools(): readonly Figure[] {
  const tools = Array.from({ length: 10_000 }, (_, index) => declare(`group${index % 50}.n${index}`)).map(toPolicyTool);
  const visibility = {
    source: "toolgate.toml",
    profile: "mine",
    profiles: { mine: ["group:group1", "group:group2", "group3.*", "group4.n4"] },
    allow: null,
    deny: ["group:group2", "*.n7"],
    alsoAllow: ["group:group5"],
    byProvider: {},
    agents: {},
    groups: {},
    delegation: { deny: [], leafDeny: [] },
  };
  const rules = Array.from({ length: 100 }, (_, index) => toRule(index, `hidden${index}.*`, null));
  const policy: Policy = { mode: "default", rules, paused: null, visibility: [visibility] };
  const { medians } = measure(5, () => {
    const isListed = createListed({ caller: CALLER, hints: {} }, policy, Date.now());
    const shown = tools.filter(isListed);
    if (shown.length === 0) throw new Error("nothing is listed");
  });
  return [
    absoluteFigure(
      "list 10,000 tools through the pipeline: median",
      "ms",
      medians.map((µs) => µs / 1000),
      5,
    ),
  ];
}

function declare(name: string): Parameters<typeof toPolicyTool>[0] {
  const params = { text: { type: "text", description: "About" } } as const;
  return defineTool({ name, description: "For measuring", params, specifier: "{text}", handler: () => null }).tool;
}

function toRule(index: number, tool: string, specifier: string | null): Rule {
  const effect = index % 5 === 0 ? "deny" : "allow";
  const common = { source: "bench", reason: null, layer: "session" } as const;
  return { id: String(index), effect: specifier === null ? "deny" : effect, tool, specifier, ...common };
}

function request(
  tool: Parameters<typeof toPolicyTool>[0],
  args: Record<string, string>,
  analyze: (text: string) => ReturnType<typeof analyzeCommand> = (text) => analyzeCommand(text),
): ReturnType<typeof toPolicyRequest> {
  const place = { paths: [], folder: "/w", session: "s", depth: 0, needsShell: false } as const;
  return toPolicyRequest({ tool, caller: CALLER, hints: {}, args, ...place, analyze });
}
