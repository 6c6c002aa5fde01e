import { describe, expect, it } from "vitest";
import { findPageBase } from "./find-page-base.ts";
import { parsePath } from "./parse-path.ts";

const published = (resource: string | null): Parameters<typeof findPageBase>[2] => ({ resource, issuers: [] });
const local = (forClients: boolean): unknown => ({ base: "http://127.0.0.1:4815", forClients });

describe("findPageBase", () => {
  it.each([
    ["this machine", "127.0.0.1", null, local(true)],
    ["this machine by address", "::1", null, { base: "http://[::1]:4815", forClients: true }],
    ["every interface: here, but clients may be elsewhere", "0.0.0.0", null, local(false)],
    ["one interface, in the clear", "10.0.0.5", null, null],
    [
      "a published address",
      "10.0.0.5",
      published("https://gate.example.com/mcp"),
      { base: "https://gate.example.com", forClients: true },
    ],
    ["a published address in the clear", "10.0.0.5", published("http://gate.example.com/mcp"), null],
    [
      "a published address in the clear, in front of this machine",
      "127.0.0.1",
      published("http://gate.lan/mcp"),
      local(false),
    ],
    ["issuers without an address", "127.0.0.1", published(null), local(true)],
  ])("is for %s", (_, host, auth, expected) => {
    expect(findPageBase(host, 4815, auth)).toEqual(expected);
  });
});

describe("parsePath", () => {
  const id = "6f1d2c3b-0000-4000-8000-0123456789ab";
  it.each([
    ["/approvals", { kind: "list", isGoingOn: false }],
    ["/approvals/", { kind: "list", isGoingOn: true }],
    [`/approvals/${id}`, { kind: "question", id, isGoingOn: false }],
    [`/approvals/${id}/`, { kind: "question", id, isGoingOn: true }],
    ["/approvals/login/a.b-c_d", { kind: "login", code: "a.b-c_d", id: null }],
    [`/approvals/login/a/${id}`, { kind: "login", code: "a", id }],
    ["/approvals/logout", { kind: "logout" }],
    ["/approvals?x", null],
    [`/approvals/${id}?x`, null],
    [`/approvals/${id.toUpperCase()}`, null],
    [`/approvals/login/a/${id}/b`, null],
    ["/approvals/login/", null],
    ["/approvals/login/a%2fb", null],
    ["/approvals/../mcp", null],
    ["/approvalsx", null],
    ["/other", null],
  ])("reads %s", (url, expected) => {
    expect(parsePath(url)).toEqual(expected);
  });
});
