import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { holdsPassword } from "./holds-password.ts";

const file = path.join(mkdtempSync(path.join(tmpdir(), "toolgate-shadow-")), "shadow");

it.each([
  ["", false],
  ["root:*:20228:0:99999:7:::\ndaemon:*:20228:0:99999:7:::\n", false],
  ["root:!:1::::::\nsync:!!:1::::::\na::1::::::\n", false],
  ["staff:!::\nusers:*::me\n", false],
  ["root:*:1\nada:$y$j9T$abc$def:20228:0:99999:7:::\n", true],
  ["ada:!$6$salt$hash:20228\n", true],
  ["old:ab01FAX.bQRSU:1\n", true],
])("%j", (text, answer) => {
  writeFileSync(file, text);
  expect(holdsPassword(file)).toBe(answer);
});
