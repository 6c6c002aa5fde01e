import { createCedarPolicy } from "../../dist/policy/cedar/create-cedar-policy.js";
import { toPolicyTool } from "../../dist/policy/to-policy-tool.js";
import { parseManifest } from "../../dist/manifest/parse-manifest.js";
import { loadCedarEngine } from "../../dist/setup/load-cedar.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure } from "../measure.ts";
import { fourParameterTool } from "../workspace.ts";

const TOOLS = 500;
/** Policies that are about every tool. */
const SHARED = 8;
const ROUNDS = 9;

/** 1,000 policies, ten of them about each tool; every judgement ends in an ask, so each takes both evaluations. */
export async function run(): Promise<readonly Figure[]> {
  const tools = Array.from({ length: TOOLS }, (_, index) => {
    const manifest = fourParameterTool(`tool.n${index}`);
    return parseManifest(manifest, { file: `tool-${index}.toml`, layer: "user" }).tools;
  }).flat();
  const own = tools.flatMap(({ name }, index) => [
    `permit (principal, action, resource == Toolgate::Tool::"${name}")
     when { context.human_approved && resource.args has max && resource.args.max > 1 };`,
    ...(index < TOOLS - SHARED
      ? [`forbid (principal, action, resource) when { resource.tool_name == "${name}" && context.hour > 23 };`]
      : []),
  ]);
  const shared = Array.from(
    { length: SHARED },
    (_, index) => `forbid (principal, action, resource) when { context.depth > ${index + 5} };`,
  );
  const engine = await loadCedarEngine();
  const file = {
    file: "/bench.cedar",
    text: [...own, ...shared].join("\n"),
    layer: "user",
    forbidOnly: false,
  } as const;
  const options = { engine, tools, files: [file], default: "nothing", environment: "bench" } as const;
  const before = performance.now();
  const { policy, issues } = createCedarPolicy(options);
  const loaded = performance.now() - before;
  if (policy === null) throw new Error(JSON.stringify(issues));
  const caller = { tenant: "t", principal: "p", agent: "a", roles: ["agent"], credential: "c" } as const;
  const facts = {
    ...{ headless: false, now: Date.now(), folder: "/w", home: "/h", ownFolders: [], lexical: true },
    roots: ["/w"],
    ...{ realPaths: new Map(), programs: new Map(), limits: new Map(), session: null },
  } as const;
  const args = { max: 20, mode: "exact", text: "needle in a haystack", file: "toolgate.toml" };
  const call = { args, specifier: null, paths: [], session: "s", depth: 0 };
  const requests = tools.map((tool) => ({ tool: toPolicyTool(tool), caller, hints: { phase: "p" }, call }));
  const rounds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const start = performance.now();
    for (const request of requests) {
      const [answer] = policy.judge(request, facts);
      if (answer?.code !== "ASK_CEDAR") throw new Error(JSON.stringify(answer));
    }
    // The first round parses each tool's slice.
    if (round > 0) rounds.push(((performance.now() - start) * 1000) / requests.length);
  }
  return [
    absoluteFigure("Cedar, 1,000 policies over 500 tools, both evaluations", "µs", rounds, 250),
    absoluteFigure("Cedar, parse and check those policies", "ms", [loaded], null),
  ];
}
