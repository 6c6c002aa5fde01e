import type { HereDoc, Redirect, RedirectDescriptor, Redirection } from "unbash";
import type { ItemRedirect, ItemWord } from "../../analysis.ts";
import type { Reading } from "./reading.ts";
import { addNested, complain, startReading } from "./reading.ts";
import { reportHidden } from "./report-hidden.ts";
import { toBodyWord, toItemWord } from "./to-item-word.ts";
import { toSpan } from "../walk.ts";

const USES: Readonly<Record<Redirect["operator"], ItemRedirect["use"]>> = {
  "<": "read",
  ">": "write",
  ">|": "write",
  "&>": "write",
  ">>": "append",
  "&>>": "append",
  "<>": "read-write",
  "<&": "duplicate",
  ">&": "duplicate",
};

/** Reads a redirect; `null`: it has no target, which is an error of syntax. */
export function toItemRedirect(redirection: Redirection, reading: Reading): ItemRedirect | null {
  if (redirection.type === "HereDoc") return toHereDocument(redirection, reading);
  const { operator, target: written } = redirection;
  if (written === undefined) return null;
  const target = toItemWord(written, reading);
  const descriptor = toDescriptor(redirection.descriptor);
  const span = toSpan(redirection, reading.place);
  if (redirection.type === "HereString") return { operator, descriptor, target, use: "here-string", ...span };
  checkRedirect(redirection, target, reading);
  return { operator, descriptor, target, use: toUse(redirection, target), ...span };
}

function toUse({ operator }: Redirect, { text }: ItemWord): ItemRedirect["use"] {
  if (operator !== "<&" && operator !== ">&") return USES[operator];
  if (text === "-") return "close";
  if (text !== null && /^[0-9]+-?$/.test(text)) return "duplicate";
  // `>&file` writes both streams to a file, as `&>file` does.
  return operator === ">&" ? "write" : "duplicate";
}

function toDescriptor(descriptor: RedirectDescriptor | undefined): number | string | null {
  if (descriptor === undefined) return null;
  return descriptor.type === "FileDescriptor" ? descriptor.value : `{${descriptor.name}}`;
}

function checkRedirect(redirect: Redirect, { text, prefix, glob }: ItemWord, reading: Reading): void {
  const { operator, target } = redirect;
  if (
    operator.endsWith("&") &&
    target !== undefined &&
    !/^(?:[A-Za-z0-9_./+,:@%][A-Za-z0-9_./+,:@%-]*|-)$/.test(text ?? "")
  ) {
    // Bash reads this word twice: `>&'$(a)'` runs `a`. And `>&-a` is `>&-`, then the word `a`.
    reportHidden(text, target, reading);
  }
  if (redirect.descriptor?.type === "FileDescriptorVariable") {
    complain(reading, redirect, "redirect", "a descriptor that the shell chooses stays open, and sets a variable");
  }
  if (redirect.operator === "<>") {
    complain(reading, redirect, "redirect", "`<>` reads and writes one file, or one connection");
  }
  if (/^\/dev\/(?:tcp|udp)\//.test(text ?? prefix)) {
    complain(reading, redirect, "redirect", "the shell opens a network connection for this name");
  }
  if (glob)
    complain(reading, redirect, "redirect", "a pattern as the file of a redirect depends on what files there are");
}

function toHereDocument(node: HereDoc, reading: Reading): ItemRedirect {
  const { operator, delimiter, body, closing } = node;
  if (closing === undefined || delimiter === undefined) {
    complain(reading, node, "syntax", "this here-document has no end");
  }
  // What stands in the body runs in a context of its own.
  const inside = startReading(reading.walk, reading.place);
  const read = toBodyWord(body, delimiter?.quoted === true, operator === "<<-", inside);
  for (const found of inside.nested) addNested(reading, found.node, "here-document", ...found.contexts);
  const descriptor = toDescriptor(node.descriptor);
  return { operator, descriptor, target: null, use: "here-document", body: read, ...toSpan(node, reading.place) };
}
