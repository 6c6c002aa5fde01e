import { describe, expect, it } from "vitest";
import type { ManifestOptions, ManifestResult } from "../../manifest.ts";
import { parseManifest } from "../../parse-manifest.ts";

const COMMAND = '[command]\nexec = ["true"]\n[output]\nformat = "text"\n';

function read(keys: string, options: Partial<ManifestOptions> = {}): ManifestResult {
  const text = `[tool]\nname = "a"\ndescription = "x"\n${keys}\n${COMMAND}`;
  return parseManifest(text, { file: "a.clad.toml", layer: "user", ...options });
}

function toCodes({ issues }: ManifestResult): readonly string[] {
  return issues.map(({ severity, code }) => `${severity}:${code}`);
}

describe("[tool]", () => {
  it("has the documented defaults", () => {
    expect(read("").tools[0]).toMatchObject({
      version: null,
      riskTier: "low",
      effect: "write",
      humanApproval: false,
      enabled: true,
      overrides: false,
      limits: { timeoutMs: 60_000 },
      cedar: null,
      evidence: null,
    });
  });

  it.each(["0.0.0", "1.2.3", "1.2.3-rc.1", "1.0.0-0.3.7", "1.0.0+20130313", "1.0.0-x-y-z.--+1"])(
    "takes version %s",
    (version) => {
      expect(toCodes(read(`version = "${version}"`))).toEqual([]);
    },
  );

  it.each([
    "",
    "1",
    "1.2",
    "1.2.3.4",
    "v1.2.3",
    "01.2.3",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3-a..b",
    "1.2.3+",
    " 1.2.3",
    "1.2.3\\n",
  ])("refuses version %j", (version) => {
    expect(toCodes(read(`version = "${version}"`))).toContain("error:bad-version");
  });

  it("takes the folder's profile, and its own before that", () => {
    const peer = { project: { types: new Map(), profile: "peer" } } as const;
    const keys = 'version = "1.0"\nfeeds_decision = true';
    expect(toCodes(read(keys))).toEqual(["error:bad-version", "error:unknown-key"]);
    expect(toCodes(read(keys, peer))).toEqual(["warning:bad-version", "warning:unknown-key"]);
    expect(toCodes(read(`profile = "strict"\n${keys}`, peer))).toEqual(["error:bad-version", "error:unknown-key"]);
  });

  it.each(["PenTest::ScanTarget", "Target", "A::B::C_1", "_a::b"])("takes the cedar resource %s", (resource) => {
    expect(toCodes(read(`[tool.cedar]\nresource = "${resource}"\naction = "run it"`))).toEqual([]);
  });

  it.each(["", "A::", "::A", "A:B", "A B", "A::1B", 'A::\\"B', "__cedar::A", "A::true", "A\\n"])(
    "refuses the cedar resource %j",
    (resource) => {
      expect(toCodes(read(`[tool.cedar]\nresource = "${resource}"\naction = "a"`))).toEqual(["error:bad-cedar-name"]);
    },
  );

  it("keeps what is said of evidence", () => {
    const keys = '[tool.evidence]\noutput_dir = "{evidence_dir}/{scan_id}"\ncapture = false\nscreenshots = true';
    const expected = { outputDir: "{evidence_dir}/{scan_id}", capture: false, hash: "sha256", screenshots: true };
    expect(read(keys).tools[0]?.evidence).toEqual(expected);
  });
});

describe("a tool that the embedding program runs", () => {
  const text = '[tool]\nname = "a"\ndescription = "x"\ndispatch = "callback"\n';
  const parse = (rest: string): ManifestResult => parseManifest(text + rest, { file: "a.clad.toml", layer: "user" });

  it("needs neither a back end nor an output", () => {
    const { tools, issues } = parse('[args.n]\ntype = "integer"\nmin = 1\n');
    expect(issues).toEqual([]);
    expect(tools[0]).toMatchObject({
      backend: { kind: "handler" },
      input: { params: [{ name: "n", type: "integer", min: 1 }] },
      output: { shape: "value", schema: null },
    });
  });

  it("has the output that it declares", () => {
    const { tools } = parse('[output]\nformat = "json"\n[output.schema]\ntype = "object"\n');
    expect(tools[0]?.output).toEqual({ shape: "envelope", parser: "json", schema: { type: "object" } });
    const bare = parse('[output]\nformat = "json"\nenvelope = false\n').tools[0];
    expect(bare?.output).toEqual({ shape: "value", parser: "json", schema: null });
  });
});
