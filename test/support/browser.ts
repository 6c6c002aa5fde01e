import { request } from "node:http";

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** A browser, as far as these pages can tell: it keeps a cookie, sends its origin with forms, and follows nothing. */
export interface Browser {
  cookie: string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  post(path: string, form: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** Opens a one-time link. */
  open(url: string): Promise<Page>;
}

export function createBrowser(base: string): Browser {
  const { host } = new URL(base);
  const browser: Browser = {
    cookie: "",
    get: (path, headers = {}) => send(base, path, { method: "GET", headers: { cookie: browser.cookie, ...headers } }),
    post: (path, form, headers = {}) =>
      send(base, path, {
        method: "POST",
        headers: {
          cookie: browser.cookie,
          origin: base,
          host,
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: new URLSearchParams(form).toString(),
      }),
    async open(url) {
      const page = await browser.get(url.slice(base.length));
      const [set = ""] = [page.headers["set-cookie"] ?? []].flat();
      if (set !== "") browser.cookie = set.split(";")[0] ?? "";
      return page;
    },
  };
  return browser;
}

/** The hidden field of the first form that goes to `path`. */
export function tokenOf({ text }: Page, path: string): string {
  const form = text.slice(text.indexOf(`action="${path}"`));
  return /name="token" value="([^"]+)"/.exec(form)?.[1] ?? "";
}

interface Sent {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Headers with an empty value are left out. */
function send(base: string, path: string, { method, headers, body }: Sent): Promise<Page> {
  const { port, hostname } = new URL(base);
  const said = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: hostname, port, method, path, headers: said }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.once("error", reject);
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
