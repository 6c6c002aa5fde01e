import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommandBackend } from "../../model/backend.ts";
import type { JsonObject } from "../../model/json.ts";
import { validateParams } from "../../params/validate-params.ts";
import { renderArgs } from "../../template/render-args.ts";
import type { PlaceValue } from "../../template/render-args.ts";
import { parseManifest } from "../parse-manifest.ts";

const CONTEXT = { sessionFolder: "/s", workspaceRoots: ["/w"], scope: null, scopeRequired: false } as const;
const ARGS: Readonly<Record<string, string>> = {
  port: 'type = "port"',
  mode: 'type = "enum"\nallowed = ["fast", "slow"]',
  label: 'type = "string"',
  extra: 'type = "string"\ndefault = ""',
  options: 'type = "msf_options"',
  deep: 'type = "boolean"',
};

function load(
  names: readonly string[],
  command: string,
): CommandBackend & { readonly params: Parameters<typeof validateParams>[0] } {
  const args = names.map((name) => `[args.${name}]\n${ARGS[name] ?? ""}\n`).join("");
  const text = `[tool]\nname = "demo"\ndescription = "x"\n${args}[command]\n${command}\n[output]\nformat = "text"\n`;
  const { tools, issues } = parseManifest(text, { file: "demo.clad.toml", layer: "user" });
  expect(issues).toEqual([]);
  const [tool] = tools;
  if (tool?.backend.kind !== "command" || tool.input.kind !== "params") throw new Error("not a command");
  return { ...tool.backend, params: tool.input.params };
}

/** The argument vector of a call, as the plan would have it. */
function argvOf(names: readonly string[], command: string, values: JsonObject): readonly string[] {
  const { binary, args, constants, params } = load(names, command);
  const checked = validateParams(params, values, CONTEXT);
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join("; "));
  const places = new Map<string, PlaceValue>(checked.values);
  const made = { ...constants, _scan_id: "1-a", _output_file: "/s/out", _evidence_dir: "/s" };
  for (const [name, value] of Object.entries(made)) {
    places.set(name, { text: value, numeric: false, allowLeadingDash: true });
  }
  return [binary, ...renderArgs(args, places).argv];
}

describe("the printed examples", () => {
  it("run the vector that `exec` writes down", () => {
    const exec = 'exec = ["nmap", "-sT", "-sV", "--max-rate", "1000", "10.0.1.0/24"]';
    expect(argvOf([], exec, {})).toEqual(["nmap", "-sT", "-sV", "--max-rate", "1000", "10.0.1.0/24"]);
  });

  it.each<[JsonObject, readonly string[]]>([
    [{}, ["nmap"]],
    [{ port: 445 }, ["nmap", "-s", "445"]],
    [{ port: "445" }, ["nmap", "-s", "445"]],
  ])("put a fragment in when its condition holds: %j", (values, argv) => {
    const conditional = 'service_port = { when = "port != 0", template = "-s {port}" }';
    const command = `template = "nmap {_service_port}"\n[command.conditionals]\n${conditional}`;
    expect(argvOf(["port"], command, values)).toEqual(argv);
  });
});

describe("conditionals", () => {
  const when = (condition: string, fragment = "-a"): string =>
    `exec = ["s", "{_c}"]\n[command.conditionals.c]\nwhen = "${condition}"\ntemplate = "${fragment}"`;

  it.each<[string, JsonObject, boolean]>([
    ["mode == fast", { mode: "fast" }, true],
    ["mode == fast", { mode: "slow" }, false],
    ["mode == fast", {}, false],
    ["mode != fast", {}, true],
    ["mode == ''", {}, true],
    ["mode == fast and port == 22 or mode == slow", { mode: "slow", port: 1 }, true],
    ["mode == slow or mode == fast and port == 22", { mode: "slow", port: 1 }, true],
    ["mode == fast or mode == slow and port == 22", { mode: "fast", port: 1 }, true],
    ["mode == fast and port == 22 or port == 23", { mode: "fast", port: 1 }, false],
    ["port == 22", { port: "22" }, true],
    ["port == 022", { port: 22 }, false],
    ["port == '22'", { port: 22 }, true],
  ])("%s with %j: %s", (condition, values, holds) => {
    const names = ["mode", "port"].filter((name) => condition.includes(name));
    const sent = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
    expect(argvOf(names, when(condition), sent)).toEqual(holds ? ["s", "-a"] : ["s"]);
  });

  it("leave the whole fragment out with any value that is absent", () => {
    const command = when("mode != fast", "--list ports={port} --label {label} end");
    expect(argvOf(["mode", "port", "label"], command, { port: 1 })).toEqual(["s"]);
    expect(argvOf(["mode", "port", "label"], command, { label: "x" })).toEqual(["s"]);
    const all = ["s", "--list", "ports=1", "--label", "x", "end"];
    expect(argvOf(["mode", "port", "label"], command, { port: 1, label: "x" })).toEqual(all);
  });

  it("never read a value as a condition, a placeholder or several words", () => {
    const command = when("label != ''", "--label {label}");
    const value = fc.stringMatching(/^[A-Za-z0-9 '"=:\\%_@.,-]{1,40}$/);
    fc.assert(
      fc.property(value, (label) => {
        expect(argvOf(["label"], command, { label })).toEqual(["s", "--label", label]);
      }),
    );
  });
});

describe("mappings", () => {
  it.each([["{_mode_flags}"], ["{_mode}"], ["{_scan_flags}"]])("stand for %s", (placeholder) => {
    const command = `exec = ["s", "${placeholder}"]\n[command.mappings.mode]\nfast = ["-f", "-g h"]\nslow = ""`;
    expect(argvOf(["mode"], command, { mode: "fast" })).toEqual(["s", "-f", "-g h"]);
    expect(argvOf(["mode"], command, { mode: "slow" })).toEqual(["s"]);
    expect(argvOf(["mode"], command, {})).toEqual(["s"]);
  });

  it("belong to a boolean too", () => {
    const command = 'exec = ["s", "{_deep_flags}"]\n[command.mappings.deep]\ntrue = "--deep"';
    expect(argvOf(["deep"], command, { deep: true })).toEqual(["s", "--deep"]);
    expect(argvOf(["deep"], command, { deep: false })).toEqual(["s"]);
  });
});

describe("an empty value", () => {
  it.each<[string, string, readonly string[]]>([
    ["leaves no word in a template", 'template = "s {extra} end"', ["s", "end"]],
    ["is an argument in exec", 'exec = ["s", "{extra}", "end"]', ["s", "", "end"]],
    ["is an argument after an option", 'template = "s -x {extra} end"', ["s", "-x", "", "end"]],
    ["is part of a longer word", 'template = "s --x={extra} end"', ["s", "--x=", "end"]],
  ])("%s", (_what, command, argv) => {
    expect(argvOf(["extra"], command, {})).toEqual(argv);
  });

  it("of options leaves no word, an absent one neither", () => {
    expect(argvOf(["options"], 'template = "s {options} end"', { options: " ; " })).toEqual(["s", "end"]);
    expect(argvOf(["options"], 'template = "s -x {options} end"', {})).toEqual(["s", "end"]);
  });
});

describe("an executor", () => {
  it("gets values in variables and nothing on its command line", () => {
    const { binary, args, variables } = load(["port", "label"], 'executor = "scripts/scan.sh"');
    expect([binary, args]).toEqual(["scripts/scan.sh", []]);
    const param = (name: string): readonly object[] => [{ kind: "param", name }];
    expect(variables).toEqual({
      TOOLCLAD_ARG_PORT: param("port"),
      TOOLCLAD_ARG_LABEL: param("label"),
      TOOLCLAD_SCAN_ID: param("_scan_id"),
      TOOLCLAD_OUTPUT_DIR: param("_output_dir"),
      TOOLCLAD_EVIDENCE_DIR: param("_evidence_dir"),
      TOOLCLAD_TOOL_NAME: param("_tool_name"),
    });
  });
});
