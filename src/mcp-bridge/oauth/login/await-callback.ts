import { timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Waits on this machine for the browser to come back from an authorization server. */
export interface CallbackListener {
  readonly redirectUrl: string;
  /** What the browser brought, once, with the state that was given. Rejects when `signal` aborts. */
  wait(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const PATH = "/callback";

/** @param port 0 takes any free one */
export async function openCallback(port: number): Promise<CallbackListener> {
  let onRequest: ((params: URLSearchParams) => boolean) | null = null;
  let redirectUrl = "";
  const server = createServer((request, response) => {
    const params = readParams(request, redirectUrl);
    // Whatever else comes, from a page that guesses say, changes nothing.
    const isTaken = params !== null && onRequest?.(params) === true;
    const text = isTaken
      ? "You can close this page: Toolgate says in its terminal how the login went.\n"
      : "This is not what is waited for.\n";
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "referrer-policy": "no-referrer",
      connection: "close",
    };
    response.writeHead(isTaken ? 200 : 400, headers).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
  });
  redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  return {
    redirectUrl,
    wait: (state, signal) =>
      new Promise((resolve, reject) => {
        const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error("ended"));
        if (signal.aborted) {
          abort();
          return;
        }
        signal.addEventListener("abort", abort, { once: true });
        onRequest = (params) => {
          if (!isSame(params.get("state") ?? "", state)) return false;
          onRequest = null;
          signal.removeEventListener("abort", abort);
          resolve(params);
          return true;
        };
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function readParams({ method, url = "", headers }: IncomingMessage, redirectUrl: string): URLSearchParams | null {
  const own = new URL(redirectUrl);
  if (method !== "GET" || headers.host !== own.host || !URL.canParse(url, redirectUrl)) return null;
  const asked = new URL(url, own);
  return asked.origin === own.origin && asked.pathname === PATH ? asked.searchParams : null;
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
