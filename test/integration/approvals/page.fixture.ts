import { request } from "node:http";
import { createHttpServer } from "../../../src/server/http/create-http-server.ts";
import type { HttpServer } from "../../../src/server/http/create-http-server.ts";
import { createTestWorkspace, until } from "../../support/workspace.ts";
import type { TestGateway, TestWorkspace } from "../../support/workspace.ts";
import type { Approval } from "../../../src/storage/repositories.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { RuntimeOptions } from "../../../src/main.ts";

/** A gateway over HTTP whose calls ask, and the page where they are answered. */
export interface PageGateway {
  readonly workspace: TestWorkspace;
  readonly gateway: TestGateway;
  readonly server: HttpServer;
  readonly base: string;
  /** A call that waits for a human, and its question. */
  ask(tool: string, args: JsonObject): Promise<{ readonly asked: Approval; readonly outcome: Promise<Outcome> }>;
  token(role: "agent" | "approver" | "admin"): Promise<string>;
  close(): Promise<void>;
}

export async function servePage(
  config = "[packs]\nfs = true\n",
  options: Partial<RuntimeOptions> = {},
): Promise<PageGateway> {
  const workspace = createTestWorkspace({ config });
  const gateway = await workspace.open(options);
  const server = await createHttpServer(gateway.runtime, { port: 0 });
  const { control } = gateway.runtime;
  return {
    workspace,
    gateway,
    server,
    base: new URL(server.url).origin,
    async ask(tool, args) {
      const before = new Set((await control.approvals.listPending()).map(({ id }) => id));
      const outcome = gateway.call(tool, args);
      const find = async (): Promise<Approval | undefined> =>
        (await control.approvals.listPending()).find(({ id }) => !before.has(id));
      return { asked: await until(find, "a question"), outcome };
    },
    async token(role) {
      const wanted = { principal: gateway.agent.principal, agent: `a-${role}`, roles: [role], expiresAt: null };
      return (await control.createToken(wanted, await control.owner())).token;
    },
    async close() {
      await server.close();
      await workspace.remove();
    },
  };
}

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
