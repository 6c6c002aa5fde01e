import { z } from "zod";
import { isHostEntry } from "../../manifest/checks/confine/host-entry.ts";

/** A path as it stands in a file. */
export function place(): z.ZodString {
  return z.string().min(1).max(4096);
}

/** `*` stands for any characters; a group is all tools of that name. */
const ENTRY = /^(?:group:[A-Za-z0-9_.:-]{1,130}|[A-Za-z0-9_.*-]{1,200})$/;

/** What a list of tools may hold. Which groups there are is only known once the tools are. */
export function toolEntries(): z.ZodArray<z.ZodString> {
  return z.array(z.string().regex(ENTRY, "a tool such as `repo.log` or `files.*`, or `group:NAME`")).max(10_000);
}

/** One tool, or a list of them. */
export function oneOrMoreTools(): z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]> {
  return z.union([z.string().regex(ENTRY, "a tool such as `repo.log` or `files.*`, or `group:NAME`"), toolEntries()]);
}

/** Ids of one's own. Without `:`, which only those have that Toolgate gives. */
export function ownId(): z.ZodString {
  return z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/, "an id of A-Z a-z 0-9 _ . -");
}

/** What agents, providers and groups of chats may be called. */
export function partyName(): z.ZodString {
  return z
    .string()
    .max(200)
    .regex(/^[^\s\p{Cc}]+$/u, "a name without blanks");
}

/** What people write for people. */
export function remark(): z.ZodString {
  return z.string().max(500).regex(/\S/, "a text that is not blank");
}

/** One tool, or several with `*`. */
export function toolPattern(): z.ZodString {
  return z.string().regex(/^[A-Za-z0-9_.*-]{1,200}$/, "a tool such as `repo.log` or `files.*`");
}

/** A name, `*.name`, or an address; a port or a scheme would never match. */
export function host(): z.ZodString {
  return z
    .string()
    .max(253)
    .refine(isHostEntry, "a host such as `api.example.com`, `*.example.com` or an address, without scheme and port");
}
