import { describe, expect, it } from "vitest";
import { judgeWritten } from "./judge-written.ts";

describe("judgeWritten", () => {
  it.each([
    ["/etc", "write", "operator", "folder of the system"],
    ["/etc/./cron.d/", "write", "operator", "folder of the system"],
    ["/usr/local/bin", "write", "tool", "folder of the system"],
    ["/home", "write", "operator", "holds, the home folder"],
    ["~", "write", "operator", "the home folder"],
    ["~/", "write", "tool", "the home folder"],
    ["/run/docker.sock", "read", "operator", "services"],
    ["/proc/1", "read", "tool", "processes"],
    ["/", "read", "operator", "whole disk"],
    [".git/hooks", "write", "tool", "only a row"],
    [".vscode", "write", "tool", "only a row"],
    ["~/.bashrc", "write", "tool", "only a row"],
    ["~/.local/bin", "write", "tool", "only a row"],
    ["~/.ssh/config", "write", "tool", "only a row"],
  ] as const)("%s to %s, by the %s", (text, access, by, reason) => {
    expect(judgeWritten({ text, access, by })).toContain(reason);
  });

  it.each([
    [".", "write", "tool"],
    ["out", "write", "tool"],
    ["etc", "write", "tool"],
    ["~/.npm", "write", "tool"],
    ["~/.local/bin", "write", "operator"],
    [".vscode", "write", "operator"],
    ["/etc/hosts", "read", "tool"],
    ["/srv/data", "write", "tool"],
    ["$SESSION_DIR", "write", "tool"],
    ["$SESSION_DIR/.vscode", "write", "tool"],
  ] as const)("leaves %s to %s, by the %s, to a call", (text, access, by) => {
    expect(judgeWritten({ text, access, by })).toBeNull();
  });
});
