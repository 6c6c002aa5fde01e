import { describe, expect, it } from "vitest";
import { createBrowserSessions, SESSION_MS } from "./browser-sessions.ts";
import { createSessionCookie } from "./session-cookie.ts";

const PERSON = { tenant: "local", principal: "ada", agent: "browser", roles: [], credential: "approver-key" };

const PEER = "user 1000";

describe("browser sessions", () => {
  it.each(["user 1001", "172.17.0.2", "", null])("are for whoever logged in: not for %j", (other) => {
    const sessions = createBrowserSessions();
    const id = sessions.open(PERSON, PEER);
    expect(sessions.find(id, other)).toBeNull();
    expect(sessions.find(id, PEER)?.person).toBe(PERSON);
  });

  it("end with their time, whatever is done with them", () => {
    let now = 0;
    const sessions = createBrowserSessions(() => now);
    const id = sessions.open(PERSON, PEER);
    now = SESSION_MS - 1;
    expect(sessions.find(id, PEER)?.person).toBe(PERSON);
    now = SESSION_MS;
    expect(sessions.find(id, PEER)).toBeNull();
    expect([sessions.find(null, PEER), sessions.find("", PEER), sessions.find("x", PEER)]).toEqual([null, null, null]);
  });

  it("make room for new ones, the oldest first", () => {
    const sessions = createBrowserSessions();
    const ids = Array.from({ length: 21 }, () => sessions.open(PERSON, PEER));
    expect(ids.map((id) => sessions.find(id, PEER) !== null)).toEqual([
      false,
      ...Array.from({ length: 20 }, () => true),
    ]);
  });

  it("have a token for each purpose, which no other session takes", () => {
    const sessions = createBrowserSessions();
    const [one, other] = [sessions.open(PERSON, PEER), sessions.open(PERSON, PEER)].map((id) =>
      sessions.find(id, PEER),
    );
    const token = one?.token("a") ?? "";
    expect([one?.isToken("a", token), one?.isToken("b", token), other?.isToken("a", token)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(one?.isToken("a", "")).toBe(false);
    one?.end();
    other?.end();
  });
});

describe("the cookie", () => {
  it.each([
    [undefined, null],
    ["toolgate_approvals_1=a", "a"],
    ["x=y; toolgate_approvals_1=a; z=1", "a"],
    ["toolgate_approvals_2=a", null],
    ["xtoolgate_approvals_1=a", null],
    ["toolgate_approvals_1=a; toolgate_approvals_1=b", null],
  ])("is read from %j as %j", (header, id) => {
    expect(createSessionCookie("http://127.0.0.1:1", 1).read(header)).toBe(id);
  });

  it("goes over https alone where there is https", () => {
    const secure = createSessionCookie("https://gate.example.com", 1);
    expect(secure.render("a")).toMatch(/^__Secure-toolgate_approvals_1=a; .*; Secure/);
    expect([secure.read("__Secure-toolgate_approvals_1=a"), secure.read("toolgate_approvals_1=a")]).toEqual([
      "a",
      null,
    ]);
    expect(createSessionCookie("http://127.0.0.1:1", 1).render("a")).not.toContain("Secure");
    expect(createSessionCookie("http://127.0.0.1:1", 1).renderGone()).toMatch(/_1=; Path=\/approvals; .*Max-Age=0$/);
  });
});
