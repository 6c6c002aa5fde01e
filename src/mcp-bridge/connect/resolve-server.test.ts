import { describe, expect, it } from "vitest";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { resolveServer } from "./resolve-server.ts";
import type { ResolvedServer } from "./resolve-server.ts";
import { toServer } from "./upstream.fixture.ts";

const asked: (readonly string[])[] = [];

function resolve(changes: Partial<McpServer>): Promise<ResolvedServer> {
  return resolveServer(toServer({ target: "program", ...changes }), {
    environment: { HOST: "api.example", EMPTY: "", TOOLGATE_TOKEN: "t", NESTED: "${HOST} {_secret:key}" },
    isSecretVariable: (name) => name.startsWith("TOOLGATE_"),
    openSecrets: (names) => {
      asked.push(names);
      const all: Readonly<Record<string, string>> = { key: "k${HOST}", blank: "" };
      return Promise.resolve(
        Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name] ?? ""]] : []))),
      );
    },
  });
}

describe("resolveServer", () => {
  it("puts variables everywhere and secrets into `env` and `headers`, each once", async () => {
    expect(
      await resolve({
        target: "/opt/${HOST}/run",
        args: ["--at", "${HOST}", "$HOME", "{key}"],
        cwd: "/srv/${HOST}",
        env: { A: "${HOST}", B: "x{_secret:key}y${HOST}", C: "", D: "${NESTED}" },
        headers: { Authorization: "Bearer {_secret:key}" },
      }),
    ).toEqual({
      target: "/opt/api.example/run",
      args: ["--at", "api.example", "$HOME", "{key}"],
      cwd: "/srv/api.example",
      env: { A: "api.example", B: "xk${HOST}yapi.example", C: "", D: "${HOST} {_secret:key}" },
      headers: { Authorization: "Bearer k${HOST}" },
    });
    expect(asked).toEqual([["key"]]);
  });

  it.each<[string, Partial<McpServer>, string]>([
    [
      "a variable that is not set",
      { env: { A: "${NONE}" } },
      "`env.A`: the variable NONE of Toolgate's environment is not set",
    ],
    ["an empty variable", { args: ["${EMPTY}"] }, "`args[0]`: the variable EMPTY of Toolgate's environment is empty"],
    ["a name that every object has", { target: "${constructor}" }, "`command`: the variable constructor"],
    [
      "a secret of Toolgate",
      { headers: { A: "${TOOLGATE_TOKEN}" } },
      "`headers.A`: the variable TOOLGATE_TOKEN holds a secret",
    ],
    ["a secret that is missing", { env: { A: "{_secret:none}" } }, "`env.A`: the secret none is missing"],
    ["an empty secret", { env: { A: "{_secret:blank}" } }, "`env.A`: the secret blank is empty"],
    [
      "a secret among the arguments, which every process can read",
      { args: ["{_secret:key}"] },
      "only `env` and `headers`",
    ],
    ["a secret in the URL", { transport: "http", target: "http://h/{_secret:key}" }, "`url`: it names a secret"],
  ])("refuses %s", async (_name, changes, reason) => {
    await expect(resolve(changes)).rejects.toThrow(reason);
  });
});
