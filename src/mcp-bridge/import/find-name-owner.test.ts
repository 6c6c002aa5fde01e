import { expect, it } from "vitest";
import { findNameOwner } from "./find-name-owner.ts";

const bare = { name: "bare", prefix: "" };
const docs = { name: "docs", prefix: "mcp_docs" };
const short = { name: "files", prefix: "f" };
const long = { name: "more", prefix: "f__more" };
const same = { name: "same", prefix: "f" };
const servers = [bare, docs, short, long, same];

it.each([
  ["search", bare, null],
  ["mcp_docs__search", bare, "docs"],
  ["f__read", bare, "files"],
  ["mcp_docs.resources_read", bare, "docs"],
  ["mcp_bare.prompts_get", bare, "bare"],
  ["mcp_docs_search", bare, null],
  ["mcp_docs__search", docs, null],
  ["mcp_docs__f__read", docs, null],
  ["f__more__x", short, "more"],
  ["f__more__x", long, null],
  ["f__read", same, null],
])("%s of %j belongs to %s", (name, own, owner) => {
  expect(findNameOwner(name, own, servers)).toBe(owner);
});
