import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const MODULE = new URL("./log-moved-aside.ts", import.meta.url).href;
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

it("warns with the call and the places, and neither hides nor tells anything by their names", () => {
  const places = ["/w/.mcp.json", `/w/${TOKEN}/.bashrc`, "/w/\u202e/.vscode"];
  const script = `import { logMovedAside } from ${JSON.stringify(MODULE)}; logMovedAside("call-1", ${JSON.stringify(places)})`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(JSON.parse(stderr)).toMatchObject({
    level: 40,
    id: "call-1",
    count: 3,
    places: ["/w/.mcp.json", "/w/[REDACTED]/.bashrc", "/w/\\u202e/.vscode"],
    msg: expect.stringContaining("moved aside") as string,
  });
});
