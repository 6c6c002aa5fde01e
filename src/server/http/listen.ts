import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Why a server cannot have its address. */
export class ListenError extends Error {
  readonly code: "PORT_IN_USE" | "PORT_NOT_PERMITTED" | "ADDRESS_UNAVAILABLE" | "LISTEN_FAILED";
  /** What to do about it. */
  readonly hint: string;

  constructor(code: ListenError["code"], message: string, hint: string, cause: unknown) {
    super(message, { cause });
    this.name = "ListenError";
    this.code = code;
    this.hint = hint;
  }
}

/** Starts listening. Resolves with the port that was taken; throws a `ListenError`. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(toListenError(error, host, port));
    server.once("error", fail);
    server.listen(port, host, () => {
      server.off("error", fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): ListenError {
  switch (error.code) {
    case "EADDRINUSE": {
      const message = `port ${port} on ${host} is in use by another program, perhaps another Toolgate`;
      const hint = "stop that program, or take another port with `--port`, such as `--port 0`, or `[server] port`";
      return new ListenError("PORT_IN_USE", message, hint, error);
    }
    case "EACCES": {
      const message = `this user may not listen on port ${port}`;
      return new ListenError(
        "PORT_NOT_PERMITTED",
        message,
        "take a port of 1024 or above with `--port` or `[server] port`",
        error,
      );
    }
    case "EADDRNOTAVAIL":
    case "ENOTFOUND": {
      const message = `this machine has no address ${host}`;
      return new ListenError("ADDRESS_UNAVAILABLE", message, "use 127.0.0.1, with `--host` or `[server] host`", error);
    }
    default: {
      const message = `cannot listen on ${host}:${port}: ${error.message}`;
      return new ListenError("LISTEN_FAILED", message, "look at `[server]` in the configuration", error);
    }
  }
}
