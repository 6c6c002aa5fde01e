import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { resolveFolders } from "./folders.ts";

describe("resolveFolders", () => {
  it.each([
    ["the defaults", { HOME: "/h" }, "/h/.config/toolgate", "/h/.local/share/toolgate"],
    ["XDG", { HOME: "/h", XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d" }, "/c/toolgate", "/d/toolgate"],
    [
      "absolute XDG values only",
      { HOME: "/h", XDG_CONFIG_HOME: "c" },
      "/h/.config/toolgate",
      "/h/.local/share/toolgate",
    ],
    ["TOOLGATE_HOME before XDG", { TOOLGATE_HOME: "/t", XDG_CONFIG_HOME: "/c" }, "/t/config", "/t/data"],
    [
      "nothing for an empty TOOLGATE_HOME",
      { HOME: "/h", TOOLGATE_HOME: "" },
      "/h/.config/toolgate",
      "/h/.local/share/toolgate",
    ],
  ])("follows %s", (_what, env, config, data) => {
    const folders = resolveFolders(env);
    expect(folders).toMatchObject({
      config,
      data,
      userTools: `${config}/tools`,
      userConfigFile: `${config}/toolgate.toml`,
    });
  });

  it("falls back to the home folder of the account", () => {
    expect(resolveFolders({}).home).toBe(os.homedir());
    expect(path.isAbsolute(resolveFolders({ TOOLGATE_HOME: "relative" }).data)).toBe(true);
  });
});
