import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { resolveFolders } from "../../config/folders.ts";
import { locateConfig } from "../../config/locate-config.ts";
import { findWorkspace } from "./find-workspace.ts";

const root = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-hook-")));
const folders = resolveFolders({ HOME: path.join(root, "home"), TOOLGATE_HOME: path.join(root, "home/tg") });

mkdirSync(path.join(root, "project/src/deep"), { recursive: true });
mkdirSync(path.join(root, "bare/src"), { recursive: true });
mkdirSync(path.join(root, "dangling"));
mkdirSync(path.join(root, "home/tg/config/inner"), { recursive: true });
writeFileSync(path.join(root, "project/toolgate.toml"), "");
writeFileSync(folders.userConfigFile, "");
symlinkSync("nowhere", path.join(root, "dangling/toolgate.toml"));
symlinkSync(path.join(root, "project/src"), path.join(root, "bare/link"));
afterAll(() => rmSync(root, { recursive: true }));

describe("findWorkspace", () => {
  it.each([
    "project",
    "project/src/deep",
    "bare",
    "bare/src",
    "bare/link/deep",
    "dangling",
    "home/tg/config/inner",
    ".",
  ])("finds for %s what the configuration finds", (place) => {
    const cwd = path.join(root, place);
    const located = locateConfig(cwd, undefined, folders);
    expect(located.ok).toBe(true);
    expect({ ...located }).toMatchObject({ location: { workspace: findWorkspace(cwd, folders.userConfigFile) } });
  });
});
