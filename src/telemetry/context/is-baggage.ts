const MAX_LENGTH = 8192;
const MAX_MEMBERS = 64;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** Whether a text is a `baggage` that may be handed on as it is: W3C Baggage, 8192 characters, 64 members. */
export function isBaggage(text: string): boolean {
  if (text === "" || text.length > MAX_LENGTH) return false;
  const members = text.split(",");
  return members.length <= MAX_MEMBERS && members.every(isMember);
}

function isMember(member: string): boolean {
  const [pair = "", ...properties] = member.split(";");
  return isPair(pair, true) && properties.every((property) => isPair(property, false));
}

/** A property may stand without a value. */
function isPair(text: string, needsValue: boolean): boolean {
  const at = text.indexOf("=");
  if (at === -1) return !needsValue && TOKEN.test(trim(text));
  return TOKEN.test(trim(text.slice(0, at))) && VALUE.test(trim(text.slice(at + 1)));
}

function trim(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, "");
}
