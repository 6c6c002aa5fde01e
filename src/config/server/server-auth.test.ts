import { describe, expect, it } from "vitest";
import { configSchema } from "../schema.ts";
import { listSettings } from "../trust/list-settings.ts";
import { toServerAuth } from "./to-server-auth.ts";

const ISSUER = "https://login.example.com";

function parse(auth: object): ReturnType<typeof configSchema.safeParse> {
  return configSchema.safeParse({ server: { auth } });
}

describe("[server.auth]", () => {
  it("fills in what is not said", () => {
    const { data } = parse({ resource: "https://gate.example/mcp", issuers: [{ issuer: ISSUER }] });
    expect(toServerAuth(data?.server?.auth)).toMatchObject({
      resource: "https://gate.example/mcp",
      issuers: [
        {
          audience: "https://gate.example/mcp",
          tokenTypes: ["at+jwt", "jwt"],
          principalClaim: "sub",
          principalPrefix: `${ISSUER}#`,
          agentPrefix: `${ISSUER}#`,
          agents: {},
          roles: null,
          jwksUri: null,
        },
      ],
    });
    expect(toServerAuth(undefined)).toBeNull();
  });

  it.each<[string, object]>([
    ["no issuer", { issuers: [] }],
    ["no audience", { issuers: [{ issuer: ISSUER }] }],
    ["an issuer twice", { resource: ISSUER, issuers: [{ issuer: ISSUER }, { issuer: ISSUER }] }],
    ["an issuer without encryption", { resource: ISSUER, issuers: [{ issuer: "http://login.example.com" }] }],
    ["an issuer that looks like this machine", { resource: ISSUER, issuers: [{ issuer: "http://127.0.0.1.nip.io" }] }],
    ["an issuer with a query", { resource: ISSUER, issuers: [{ issuer: `${ISSUER}/?x` }] }],
    ["an issuer with a password", { resource: ISSUER, issuers: [{ issuer: "https://a:b@login.example.com" }] }],
    ["keys without encryption", { resource: ISSUER, issuers: [{ issuer: ISSUER, jwks_uri: "http://keys.example" }] }],
    ["a shared key", { resource: ISSUER, issuers: [{ issuer: ISSUER, algorithms: ["HS256"] }] }],
    ["no signature", { resource: ISSUER, issuers: [{ issuer: ISSUER, algorithms: ["none"] }] }],
    ["no algorithm", { resource: ISSUER, issuers: [{ issuer: ISSUER, algorithms: [] }] }],
    ["roles without a claim", { resource: ISSUER, issuers: [{ issuer: ISSUER, roles: { a: ["agent"] } }] }],
    ["a claim without roles", { resource: ISSUER, issuers: [{ issuer: ISSUER, roles_claim: "groups" }] }],
    ["an unknown role", { resource: ISSUER, issuers: [{ issuer: ISSUER, roles_claim: "g", roles: { a: ["root"] } }] }],
    ["a resource with a fragment", { resource: "https://gate.example/#x", issuers: [{ issuer: ISSUER }] }],
    ["a scope with a quote", { resource: ISSUER, issuers: [{ issuer: ISSUER, scopes: ['a"'] }] }],
    ["agents without a prefix", { resource: ISSUER, issuers: [{ issuer: ISSUER, agent_prefix: "" }] }],
    ["a prefix that runs into a name", { resource: ISSUER, issuers: [{ issuer: ISSUER, agent_prefix: "cl" }] }],
    [
      "two issuers with one prefix",
      {
        resource: ISSUER,
        issuers: [
          { issuer: ISSUER, agent_prefix: "idp/" },
          { issuer: `${ISSUER}/b`, agent_prefix: "idp/b/" },
        ],
      },
    ],
    [
      "an agent that is called like one with a prefix",
      {
        resource: ISSUER,
        issuers: [
          { issuer: ISSUER, agents: { a: "idp/cursor" } },
          { issuer: `${ISSUER}/b`, agent_prefix: "idp/" },
        ],
      },
    ],
    ["an agent with a blank in its name", { resource: ISSUER, issuers: [{ issuer: ISSUER, agents: { a: "b c" } }] }],
    ["an unknown key", { resource: ISSUER, issuers: [{ issuer: ISSUER, audiences: ["a"] }] }],
  ])("refuses %s", (_, auth) => {
    expect(parse(auth).success).toBe(false);
  });

  it("is shown before a project is trusted, with what it would make of people", () => {
    const { data } = parse({
      issuers: [
        {
          issuer: ISSUER,
          audience: "x",
          roles_claim: "g",
          roles: { staff: ["admin"] },
          principal_prefix: "",
          agent_prefix: "idp/",
          agents: { "0oa1": "claude" },
        },
      ],
    });
    const agents = 'its agents as "idp/"…; its agent "0oa1" is "claude"';
    expect(listSettings(data ?? {})).toEqual([
      { key: `server.auth.issuers.${ISSUER}`, value: `may say who calls; for x; as ""…; ${agents}; staff is admin` },
    ]);
  });
});
