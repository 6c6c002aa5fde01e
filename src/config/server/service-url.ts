/** Whether a text is an absolute `http` or `https` URL with nothing that could hold a secret, and nothing behind the path. */
export function isPlainUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s?#]+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}

/** The same, and nobody on the way can read or change what is sent there: `http` is for this machine only. */
export function isSafeUrl(text: string): boolean {
  if (!isPlainUrl(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || isLoopbackName(hostname);
}

/** A place that a document names, to be opened or sent to: it may have a query. */
export function isSafeEndpoint(text: string): boolean {
  const [place = ""] = text.split(/[?#]/, 1);
  return isSafeUrl(place);
}

function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
