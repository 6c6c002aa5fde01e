import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tool } from "../../model/tool.ts";
import { makeTool } from "../tools.fixture.ts";
import { createToolSearch } from "./create-tool-search.ts";
import { createCorpus } from "./corpus.fixture.ts";
import { tokenize } from "./tokenize.ts";

const CORPUS = createCorpus();

/** What people and models type, and the tool that they mean. */
const QUERIES: readonly (readonly [query: string, wanted: string])[] = [
  ["trim video", "ffmpeg.trim"],
  ["cut a clip out of a video", "ffmpeg.trim"],
  ["ffmpeg", "ffmpeg.probe"],
  ["convert audio to mp3", "audio.convert"],
  ["git log", "git.log"],
  ["show commit history", "git.log"],
  ["commit hash", "git.sha"],
  ["create branch", "git.branch"],
  ["diff", "git.diff"],
  ["open pull request", "github.create_pull_request"],
  ["pull requests", "github.list_pull_requests"],
  ["createIssue", "github.create_issue"],
  ["list issues", "github.list_issues"],
  ["merge pr", "github.merge_pull_request"],
  ["read file", "fs.read"],
  ["delete file", "fs.delete"],
  ["find text in files", "fs.search"],
  ["glob", "fs.glob"],
  ["rename", "fs.rename"],
  ["port scan", "nmap_scan"],
  ["nmap", "nmap_scan"],
  ["dns lookup", "dns_lookup"],
  ["resolve hostname", "dns_lookup"],
  ["dns_lookup", "dns_lookup"],
  ["tls certificate expiry", "tls.inspect"],
  ["docker containers", "docker.list"],
  ["containr logs", "docker.logs"],
  ["restart container", "docker.restart"],
  ["kubernetes pods", "kubectl.get_pods"],
  ["deploy to production", "deploy.release"],
  ["rollback", "deploy.rollback"],
  ["run sql query", "postgres.query"],
  ["postgres tables", "postgres.describe"],
  ["backup database", "postgres.backup"],
  ["send message to channel", "slack.post_message"],
  ["slak message", "slack.post_message"],
  ["weather forecast", "weather.forecast"],
  ["exchange rate", "currency.convert"],
  ["translate text", "text.translate"],
  ["sumarize document", "text.summarize"],
  ["resize image", "image.resize"],
  ["remove background from picture", "image.remove_background"],
  ["ocr scanned page", "image.ocr"],
  ["unit tests", "npm.test"],
  ["install dependency", "npm.install"],
  ["lint code", "npm.lint"],
  ["calendar event", "calendar.create_event"],
  ["free time slots", "calendar.find_slots"],
  ["create invoice", "billing.create_invoice"],
  ["refund payment", "billing.refund"],
];

describe("the fixed set of queries", () => {
  const search = createToolSearch();

  it("is asked of a corpus of real size", () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(200);
    expect(QUERIES.length).toBeGreaterThanOrEqual(40);
    const names = new Set(CORPUS.map(({ name }) => name));
    expect(QUERIES.filter(([, wanted]) => !names.has(wanted))).toEqual([]);
  });

  it("finds the tool that was meant among the first five, nine times in ten", () => {
    const missed = QUERIES.filter(([query, wanted]) => !names(search.search(CORPUS, query, 5)).includes(wanted));
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(QUERIES.length / 10);
  });

  it.each(["ffmpeg.trim", "dns_lookup", "github.create_pull_request", "fs.read", "kubectl.get_pods"])(
    "finds %s first by its whole name",
    (name) => expect(names(search.search(CORPUS, name, 5))[0]).toBe(name),
  );
});

describe("createToolSearch", () => {
  it.each([
    "",
    "   ",
    "!!!",
    "\u0000\u001b[2J",
    "()[]{}*+?\\",
    "~".repeat(10_000),
    "a".repeat(100_000),
    "🙂",
    "\ud800",
  ])("takes %j for what it is", (query) => expect(createToolSearch().search(CORPUS, query, 5)).toEqual([]));

  it.each([0, -1, Number.NaN])("gives nothing for a limit of %d", (limit) => {
    expect(createToolSearch().search(CORPUS, "git", limit)).toEqual([]);
  });

  it("never throws, never gives more than was asked for, nor a tool twice", () => {
    const search = createToolSearch();
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.integer({ min: 1, max: 8 }), (query, limit) => {
        const found = names(search.search(CORPUS, query, limit));
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it("ranks by what the caller sees alone, in whatever order lists were searched before", () => {
    const one = fc.subarray([...CORPUS.slice(0, 60)], { minLength: 1 });
    const query = fc.constantFrom(...QUERIES.map(([text]) => text));
    fc.assert(
      fc.property(fc.array(fc.tuple(one, query), { minLength: 1, maxLength: 6 }), (searches) => {
        const shared = createToolSearch();
        for (const [tools, text] of searches) {
          expect(shared.search(tools, text, 10)).toEqual(createToolSearch().search(tools, text, 10));
        }
      }),
    );
  });

  it("notices a tool that changed, came or went", () => {
    const search = createToolSearch();
    const before = [makeTool("a"), makeTool("b")];
    expect(names(search.search(before, "zebra", 5))).toEqual([]);
    const changed = [makeTool("a", { description: "Counts zebras." }), before[1]].filter((tool) => tool !== undefined);
    expect(names(search.search(changed, "zebra", 5))).toEqual(["a"]);
    expect(names(search.search(before, "zebra", 5))).toEqual([]);
    expect(names(search.search([...changed, makeTool("zebra")], "zebra", 5))).toEqual(["zebra", "a"]);
  });

  it("does not look up words that nearly every tool has, and still answers", () => {
    const many = Array.from({ length: 5000 }, (_, index) => makeTool(`n${index}`, { description: "does common work" }));
    const all = [...many, makeTool("rare.bird", { description: "does common work with birds" })];
    const search = createToolSearch();
    expect(names(search.search(all, "common bird", 3))).toEqual(["rare.bird"]);
    expect(search.search(all, "common", 3)).toHaveLength(3);
  });

  it("reads parameters of every kind of input, and stops somewhere", () => {
    const properties = { zebra: { description: "which quagga" }, odd: true };
    const tools = [
      makeTool("schema", { input: { kind: "schema", schema: { type: "object", properties } } }),
      makeTool("free", {
        input: { kind: "free", free: { binary: "okapi", allowedSubcommands: ["graze"], allowedFlags: [] } },
      }),
      makeTool("long", { description: `${"x ".repeat(5000)} hippo` }),
    ];
    const search = createToolSearch();
    for (const [query, wanted] of [
      ["zebra", ["schema"]],
      ["quagga", ["schema"]],
      ["okapi", ["free"]],
      ["graze", ["free"]],
      ["hippo", []],
    ] as const) {
      expect(names(search.search(tools, query, 5))).toEqual(wanted);
    }
  });
});

describe("tokenize", () => {
  it.each([
    ["fs.read_file-now", ["fs", "read", "file", "now"]],
    ["running scanned deployments calls", ["run", "scan", "deployment", "call"]],
    ["queries libraries caches boxes analysis", ["query", "library", "cach", "box", "analysi"]],
    ["string bed red sing", ["string", "bed", "red", "sing"]],
    ["createPullRequest", ["createpullrequest", "creat", "pull", "request"]],
    ["parseHTTPJson", ["parsehttpjson", "pars", "http", "json"]],
    ["files classes bus", ["file", "class", "bus"]],
    ["ＦＦｍｐｅｇ", ["ffmpeg", "f", "fmpeg"]],
    ["Größe", ["größ"]],
    ["", []],
  ])("of %j is %j", (text, words) => expect(tokenize(text)).toEqual(words));
});

function names(hits: readonly { readonly tool: Tool }[]): readonly string[] {
  return hits.map(({ tool }) => tool.name);
}
