import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRegistry } from "../../dist/registry/create-registry.js";
import { listTools } from "../../dist/registry/list-tools.js";
import type { Registry } from "../../dist/registry/registry.js";
import { createToolSearch } from "../../dist/registry/search/create-tool-search.js";
import type { Figure } from "../measure.ts";
import { absoluteFigure, median, percentile } from "../measure.ts";
import type { BenchWorkspace } from "../workspace.ts";
import { createWorkspace, fourParameterTool } from "../workspace.ts";
import { measureDeclarations } from "../declaration.ts";
import { measureMemory } from "../memory.ts";

const TOOLS = 10_000;
const ROUNDS = 5;
const EDITS = 40;
const VERBS = [
  "reads",
  "writes",
  "converts",
  "lists",
  "scans",
  "deploys",
  "merges",
  "translates",
  "archives",
  "counts",
];
const NOUNS = [
  "file",
  "image",
  "video",
  "branch",
  "ticket",
  "invoice",
  "table",
  "server",
  "message",
  "calendar",
  "pod",
];
const QUERIES = [
  "convert video",
  "imgae",
  "deploy server to production",
  "tool",
  "merge",
  "n4711",
  "the workspace",
  "cal",
];

/** A gateway with very many tools: real files, and a real watcher for the edits. */
export async function run(): Promise<readonly Figure[]> {
  const tools = new Map(Array.from({ length: TOOLS }, (_, index) => [`tool-${index}`, toolText(index, "")]));
  const workspace = createWorkspace(tools, "");
  const folders = [{ layer: "user", folder: path.join(workspace.folder, "tools") }] as const;
  const loads: number[] = [];
  let registry: Registry | null = null;
  for (let round = 0; round <= ROUNDS; round++) {
    await registry?.close();
    const before = performance.now();
    registry = await createRegistry({ folders });
    if (round > 0) loads.push(performance.now() - before);
  }
  if (registry?.snapshot.listed.length !== TOOLS) throw new Error(JSON.stringify(registry?.snapshot.issues));
  const served = [...measureListing(registry), ...(await measureReloads(registry, workspace))];
  await registry.close();
  const memory = await measureMemory(workspace);
  workspace.remove();
  return [absoluteFigure("10,000 manifests: load", "ms", loads, 3_000), memory, ...served, ...measureDeclarations()];
}

function measureListing({ snapshot }: Registry): readonly Figure[] {
  const viewer = { agent: "bench", session: null };
  const lists: number[] = [];
  for (let round = 0; round < 100; round++) {
    const before = performance.now();
    listTools(snapshot, viewer);
    lists.push(performance.now() - before);
  }
  const search = createToolSearch();
  const visible = listTools(snapshot, viewer);
  const before = performance.now();
  search.search(visible, "first", 20);
  const first = performance.now() - before;
  const searches: number[] = [];
  for (let round = 0; round < 50; round++) {
    for (const query of QUERIES) {
      const start = performance.now();
      search.search(visible, query, 20);
      searches.push(performance.now() - start);
    }
  }
  const tail = { name: "10,000 manifests: search p99", value: percentile(searches, 0.99), unit: "ms", target: 5 };
  return [
    absoluteFigure("10,000 manifests: list", "ms", lists, 5),
    absoluteFigure("10,000 manifests: first search, with its index", "ms", [first], null),
    absoluteFigure("10,000 manifests: search median", "ms", [median(searches)], null),
    { ...tail, baseline: null, ratio: null, runs: searches.length },
  ];
}

/** From the write to the listeners being told of the new version. */
async function measureReloads(registry: Registry, { folder }: BenchWorkspace): Promise<readonly Figure[]> {
  registry.watch();
  await sleep(2_000);
  const reloads: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const index = (edit * 241) % TOOLS;
    const told = new Promise<number>((resolve) => {
      const stop = registry.onChange(() => {
        stop();
        resolve(performance.now());
      });
    });
    const before = performance.now();
    writeFileSync(path.join(folder, "tools", `tool-${index}.toml`), toolText(index, `, edited ${edit}`));
    reloads.push((await told) - before);
    await sleep(50);
  }
  return [absoluteFigure("10,000 manifests: one file, from write to served", "ms", reloads, 50)];
}

function toolText(index: number, extra: string): string {
  const verb = VERBS[index % VERBS.length] ?? "";
  const noun = NOUNS[index % NOUNS.length] ?? "";
  const does = `This tool ${verb} one ${noun} of the workspace${extra}`;
  return fourParameterTool(`${noun}.n${index}`, does, `The ${noun}`);
}
