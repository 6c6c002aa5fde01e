const MAX_LENGTH = 512;
const MAX_MEMBERS = 32;
const KEY = /^(?:[a-z0-9][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})$/;
/** Printable, without `,` and `=`, and no blank at its end. */
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** Whether a text is a `tracestate` that may be handed on as it is: W3C Trace Context, 512 characters, 32 members. */
export function isTraceState(text: string): boolean {
  if (text === "" || text.length > MAX_LENGTH) return false;
  const members = text.split(",").map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ""));
  const said = members.filter((member) => member !== "");
  if (said.length === 0 || said.length > MAX_MEMBERS) return false;
  const keys = new Set<string>();
  return said.every((member) => {
    const at = member.indexOf("=");
    const key = member.slice(0, at);
    if (at < 1 || keys.has(key)) return false;
    keys.add(key);
    return KEY.test(key) && VALUE.test(member.slice(at + 1));
  });
}
