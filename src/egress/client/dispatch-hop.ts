import type { Dispatcher, Pool } from "undici";
import type { HopRequest } from "./next-hop.ts";

/** Hears of one request; a request that cannot even begin ends as an error of it. */
export interface HopHandler extends Dispatcher.DispatchHandler {
  readonly onResponseError: (controller: unknown, error: unknown) => void;
}

/** Starts one request over a connection of the pool. Never throws. */
export function dispatchHop(pool: Pool, { target, method, headers, body }: HopRequest, handler: HopHandler): void {
  const { url } = target;
  try {
    pool.dispatch(
      {
        path: `${url.pathname}${url.search}`,
        method,
        headers: headers.flat(),
        body: body === null ? null : Buffer.from(body),
      },
      handler,
    );
  } catch (error) {
    handler.onResponseError(null, error);
  }
}
