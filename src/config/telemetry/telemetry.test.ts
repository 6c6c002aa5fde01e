import { afterEach, beforeEach, describe, expect, it } from "vitest";
import path from "node:path";
import { createConfigFolder, loadOk, PROJECT, USER } from "../config.fixture.ts";
import type { ConfigFolder } from "../config.fixture.ts";
import { listTelemetrySettings } from "./list-telemetry-settings.ts";

let temp: ConfigFolder;
beforeEach(() => {
  temp = createConfigFolder();
});
afterEach(() => temp.remove());

const THEIRS = '[telemetry]\ntraces = "https://theirs.example/v1/traces"\nmetrics = true\n[log]\nlevel = "debug"';
const MINE = '[telemetry]\ntraces = "https://mine.example/v1/traces"\n[telemetry.headers]\nX-Key = { file = "key" }';

describe("[telemetry] of two files", () => {
  it("counts for nothing of a project that nobody trusts", async () => {
    temp.write(PROJECT, THEIRS);
    const { telemetry, log } = await loadOk(temp.load());
    expect([telemetry.traces.url, telemetry.metrics, log.level]).toEqual([null, false, "error"]);
  });

  it("counts of a trusted project", async () => {
    temp.write(PROJECT, THEIRS);
    const { telemetry, log } = await loadOk(temp.loadTrusted());
    expect([telemetry.traces.url, telemetry.metrics, log.level]).toEqual([
      "https://theirs.example/v1/traces",
      true,
      "debug",
    ]);
  });

  it("is a person's own as a whole: their headers go to no collector of a project", async () => {
    temp.write(USER, MINE);
    temp.write(PROJECT, THEIRS);
    const { telemetry } = await loadOk(temp.loadTrusted());
    expect(telemetry.traces).toMatchObject({
      url: "https://mine.example/v1/traces",
      headers: [{ name: "x-key", source: { file: path.join(temp.path, "home/config/key") } }],
    });
    expect(telemetry.metrics).toBe(false);
  });

  it("of a person who says nothing of an address lends a project no headers", async () => {
    temp.write(USER, '[telemetry.headers]\nX-Key = { env = "KEY" }');
    temp.write(PROJECT, THEIRS);
    expect((await loadOk(temp.loadTrusted())).telemetry.traces.url).toBeNull();
  });
});

describe("a mistake in [telemetry]", () => {
  it.each([
    ['traces = "collector:4318"', "a URL such as"],
    ['traces = "https://u:p@c.example/v1/traces"', "a URL such as"],
    ['traces = "http://c.example/v1/traces"\nheaders = { a = { env = "A" } }', "with `https`"],
    ['headers = { "a b" = { env = "A" } }', "the name of a header"],
    ['headers = { Host = { env = "A" } }', "the name of a header"],
    ["headers = { a = {} }", "one of `env`, `file` and `secret`"],
    ['headers = { a = { env = "A", file = "b" } }', "one of `env`, `file` and `secret`"],
    ["sample = 2", "at most 1"],
    ['propagate_to = ["https://x"]', "a host such as"],
    ["metric = true", "did you mean `metrics`?"],
  ])("is said: %j", async (text, expected) => {
    temp.write(PROJECT, `[telemetry]\n${text}`);
    const { config, issues } = await temp.loadTrusted();
    expect(config).toBeNull();
    expect(issues.map(({ message, hint }) => `${message} ${hint ?? ""}`).join("\n")).toContain(expected);
  });

  it("with http is none for this machine", async () => {
    temp.write(PROJECT, '[telemetry]\ntraces = "http://127.0.0.1:4318/v1/traces"\nheaders = { a = { env = "A" } }');
    expect((await temp.loadTrusted()).config).not.toBeNull();
  });
});

describe("what trusting a project shows", () => {
  it("is everything that leaves", () => {
    const headers = { a: { env: "A" }, b: { file: "b" }, c: { secret: "s" } };
    const telemetry = { traces: "https://x/v1/traces", headers, propagate_to: ["h"], programs: true, metrics: true };
    const settings = listTelemetrySettings({ telemetry, log: { level: "info" } });
    expect(settings.map(({ key, value }) => `${key}=${String(value)}`)).toEqual([
      "telemetry.traces=https://x/v1/traces",
      "telemetry.headers.a=the variable A",
      "telemetry.headers.b=the file b",
      "telemetry.headers.c=the secret s",
      "telemetry.propagate_to=h",
      "telemetry.programs=true",
      "telemetry.metrics=true",
      "log.level=info",
    ]);
  });
});
