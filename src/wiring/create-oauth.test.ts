import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createConfigFolder, loadOk } from "../config/config.fixture.ts";
import type { ConfigFolder } from "../config/config.fixture.ts";
import { toServer } from "../mcp-bridge/connect/upstream.fixture.ts";
import { createOAuthParts } from "./create-oauth.ts";
import type { OAuthWiring } from "./create-oauth.ts";

let folder: ConfigFolder;
beforeEach(() => (folder = createConfigFolder()));
afterEach(() => folder.remove());

describe("the address at which a login begins", () => {
  it.each<readonly [string, string | RegExp]>([
    ["https://a.example/${PLACE}", "https://a.example/here"],
    ["https://a.example/${TOOLGATE_TOKEN}", /TOOLGATE_TOKEN holds a secret of Toolgate/],
    ["https://a.example/${TOOLCLAD_SECRET_X}", /handed to no server/],
    ["https://a.example/${UNSET}", /is not set/],
  ])("carries no secret of Toolgate to whoever wrote it: %s", async (target, expected) => {
    const config = await loadOk(folder.load());
    const environment = { PLACE: "here", TOOLGATE_TOKEN: "tg_secret", TOOLCLAD_SECRET_X: "x" };
    const parts = createOAuthParts({ config, environment } as unknown as OAuthWiring);
    const read = (): string | undefined => parts.urlOf?.(toServer({ transport: "http", target, layer: "project" }));
    if (typeof expected === "string") expect(read()).toBe(expected);
    else expect(read).toThrow(expected);
  });
});
