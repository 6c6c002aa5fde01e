import { parseManifest } from "../dist/manifest/parse-manifest.js";
import { validateParams } from "../dist/params/validate-params.js";
import { renderArgs } from "../dist/template/render-args.js";
import type { Figure } from "./measure.ts";
import { absoluteFigure } from "./measure.ts";

const ROUNDS = 9;

/** What declaring and calling one tool costs, without files and processes. */
export function measureDeclarations(): readonly Figure[] {
  const manifest = sixtyLines();
  const lines = manifest.trimEnd().split("\n").length;
  const parse = (): unknown => parseManifest(manifest, { file: "bench.toml", layer: "user" });
  const { tools, issues } = parseManifest(manifest, { file: "bench.toml", layer: "user" });
  const [tool] = tools;
  if (tool?.input.kind !== "params" || tool.backend.kind !== "command") throw new Error(JSON.stringify(issues));
  const { params } = tool.input;
  const { args } = tool.backend;
  const values = { count: 20, mode: "exact", text: "needle in a haystack", ratio: 0.5, name: "n-1", quiet: true };
  const context = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: true } as const;
  const construct = (): unknown => {
    const checked = validateParams(params, values, context);
    if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
    return renderArgs(args, checked.values);
  };
  return [
    absoluteFigure(`parse and check a manifest of ${lines} lines`, "µs", time(parse, 500), 300),
    absoluteFigure("validate and construct a command of 6 arguments", "µs", time(construct, 20_000), 12),
  ];
}

/** Microseconds for one, once a round; the first round is warm-up. */
function time(work: () => unknown, times: number): readonly number[] {
  const samples: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = performance.now();
    for (let count = 0; count < times; count++) work();
    if (round > 0) samples.push(((performance.now() - before) * 1000) / times);
  }
  return samples;
}

function sixtyLines(): string {
  const head = `name = "bench.find"
title = "Find"
description = "Searches the files of the workspace for a text"
kind = "command"
binary = "grep"
effect = "read"
human_approval = false
enabled = true
environment = ["LANG"]
args = [
  "--max-count={{count}}",
  "--mode={{mode}}",
  "--ratio={{ratio}}",
  "--name={{name}}",
  "--quiet={{quiet}}",
  "--",
  "{{text}}",
]
`;
  const params = [
    ["count", 'type = "int"\nmin = 1\nmax = 1000\ndefault = 10'],
    ["mode", 'type = "enum"\nvalues = ["fast", "exact", "fuzzy"]\ndefault = "fast"'],
    ["ratio", 'type = "float"\nmin = 0.0\nmax = 1.0\ndefault = 0.25'],
    ["name", 'type = "identifier"\ndefault = "n"'],
    ["quiet", 'type = "bool"\ndefault = false'],
    ["text", 'type = "text"\npattern = "^[a-z ]+$"'],
  ].map(([name = "", keys = ""]) => `\n[params.${name}]\ndescription = "What ${name} means"\n${keys}\n`);
  return `${head}${params.join("")}\n[constraints]\ntimeout_seconds = 30\n`;
}
