import { describe, expect, it } from "vitest";
import { judgeGrant } from "./judge-grant.ts";

const GROUND = {
  home: "/home/a",
  protectedFolders: ["/home/a/.local/share/toolgate"],
  rules: ["/w/toolgate.toml", "/w/tools"],
  credentials: ["/home/a/.ssh"],
};

describe("judgeGrant", () => {
  const cases: readonly (readonly [string, "write" | "read", "tool" | "operator", boolean])[] = [
    ["/w/out", "write", "tool", true],
    ["/home/a/.npm", "write", "tool", true],
    ["/srv/data", "write", "tool", true],
    ["/tmp/x", "write", "tool", true],
    ["/", "write", "operator", false],
    ["/", "read", "operator", false],
    ["/home", "write", "operator", false],
    ["/home/a", "write", "operator", false],
    ["/home/a", "read", "tool", true],
    ["/tmp", "write", "operator", false],
    ["/var", "write", "operator", false],
    ["/etc", "write", "operator", false],
    ["/etc/cron.d", "write", "operator", false],
    ["/usr/local/bin", "write", "operator", false],
    ["/etc/hosts", "read", "tool", true],
    ["/run/docker.sock", "read", "operator", false],
    ["/run", "write", "operator", false],
    ["/proc/1", "read", "operator", false],
    ["/dev/sda", "write", "operator", false],
    ["/sys", "read", "operator", false],
    ["/home/a/.local/share/toolgate", "read", "operator", false],
    ["/home/a/.local/share/toolgate/approver.key", "read", "operator", false],
    ["/home/a/.local/share", "write", "operator", false],
    ["/home/a/.local/share", "read", "operator", true],
    ["/w/toolgate.toml", "write", "operator", false],
    ["/w/tools/x", "write", "operator", false],
    ["/w/tools", "read", "tool", true],
    ["/home/a/.ssh", "read", "tool", false],
    ["/home/a/.ssh/config", "read", "tool", false],
    ["/home/a/.ssh/config", "read", "operator", true],
    ["/home/a/.ssh", "write", "operator", false],
    ["/w/.git/hooks", "write", "tool", false],
    ["/w/.vscode", "write", "tool", false],
    ["/w/.vscode", "write", "operator", true],
    ["/home/a/.bashrc", "write", "tool", false],
    ["/home/a/.local/bin", "write", "tool", false],
    ["/home/a/.local/bin", "write", "operator", true],
    ["/home/a/.config/systemd/user", "write", "tool", false],
    ["/home/a/.config", "write", "tool", false],
    ["/home/a/.config/app", "write", "tool", true],
    ["/home/a/.local/share/app", "write", "tool", true],
    ["/w/.local/bin", "write", "tool", true],
  ];
  it.each(cases)("%s to %s, by the %s", (resolved, access, by, isGranted) => {
    expect(judgeGrant({ resolved, access, by }, GROUND) === null).toBe(isGranted);
  });
});
