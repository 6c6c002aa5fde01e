import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvProvider } from "./env-provider.ts";
import type { FoundSecret } from "./secret-provider.ts";

function find(
  name: string,
  env: NodeJS.ProcessEnv,
  known: readonly string[] = [name],
  prefix = "P_",
): Promise<FoundSecret> {
  return createEnvProvider(prefix, env).find({ name, known: new Set(known), stored: null });
}

describe("secrets in variables", () => {
  it.each([
    ["api_key", "P_API_KEY"],
    ["Api.Key-2", "P_API_KEY_2"],
    ["__proto__", "P___PROTO__"],
  ])("%s is read from %s", async (name, variable) => {
    expect(await find(name, { [variable]: "s3cret" })).toEqual({ kind: "found", value: "s3cret" });
    expect(createEnvProvider("P_", {}).place(name)).toBe(`the variable ${variable}`);
  });

  it("are absent where the variable is not set, empty, or only inherited", async () => {
    expect(await find("a", {})).toEqual({ kind: "absent", note: null });
    expect(await find("a", { P_A: "" })).toEqual({ kind: "absent", note: "it is empty" });
    expect(await find("a", { p_a: "x", P_AB: "y" })).toEqual({ kind: "absent", note: null });
  });

  it("are read at each use", async () => {
    const env: NodeJS.ProcessEnv = { P_A: "one" };
    const provider = createEnvProvider("P_", env);
    const wanted = { name: "a", known: new Set(["a"]), stored: null };
    expect(await provider.find(wanted)).toMatchObject({ value: "one" });
    env["P_A"] = "two";
    expect(await provider.find(wanted)).toMatchObject({ value: "two" });
  });

  it("are refused when two would be read from one variable", async () => {
    const wanted = find("api.key", { P_API_KEY: "s3cret" }, ["api.key", "api_key", "other"]);
    await expect(wanted).rejects.toMatchObject({ code: "SECRET_UNAVAILABLE" });
    await expect(wanted).rejects.toThrow("`api_key`");
    await expect(wanted).rejects.not.toThrow("s3cret");
  });

  it.each(["toolgate_secrets_key", "TOOLGATE.SECRETS.KEY_OLD", "toolgate_token"])(
    "never are %s, whatever the prefix",
    async (name) => {
      const env = { TOOLGATE_SECRETS_KEY: "k", TOOLGATE_SECRETS_KEY_OLD: "k", TOOLGATE_TOKEN: "k" };
      expect(await find(name, env, [name], "")).toEqual({ kind: "absent", note: null });
    },
  );

  it("never read a variable without the prefix", async () => {
    const env = new Proxy({}, { get: (_target, name) => (String(name).startsWith("P_") ? "in" : "out") });
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (name) => {
        expect(await find(name, env)).toEqual({ kind: "found", value: "in" });
      }),
    );
  });
});
