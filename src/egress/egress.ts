/** What a request of Toolgate may reach. */
export interface EgressRules {
  /**
   * Hosts that may be reached at all, as in a scope (`api.example.com`, `*.example.com`, an address); `null`: any public one.
   * With `:port` an entry covers that port only; without, the client takes every port, the proxy 80 and 443. The first request
   * and every redirect are held to it.
   */
  readonly hosts: readonly string[] | null;
  /**
   * Whether an address that is not public (loopback, private, link-local, metadata, …) may be reached under this host name:
   * only where the scope or the operator lists it. Judged for each address that a name leads to.
   */
  readonly permitsAddress: (address: string, host: string) => boolean;
  /** Whether any address, public ones too, is kept from this request: what the scope excludes. @default none */
  readonly excludesAddress?: ((address: string) => boolean) | undefined;
  /** Asked of the first URL and of each that a redirect names, besides `hosts`; `first` is the first. @default all */
  readonly permitsUrl?: ((url: URL, first: URL) => boolean) | undefined;
}

export interface EgressRequest {
  readonly method: string;
  /** Absolute, `http:` or `https:`, without user name and password. */
  readonly url: string;
  /** Names lower-case; no CR, LF or NUL anywhere. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  /** Names of headers that must not leave the first origin, besides `authorization`, `cookie` and `proxy-authorization`. */
  readonly secretHeaders: readonly string[];
  /** Each hop is checked like the first; 0 hands over a redirect as the answer. */
  readonly maxRedirects: number;
  /** From the first connection to the last byte. */
  readonly timeoutMs: number;
  /** Of the body, unpacked; what is beyond is dropped and said. */
  readonly maxBodyBytes: number;
  readonly signal: AbortSignal;
}

export type EgressResult =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Names lower-case; several values of one name joined with a comma. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
      /** Every byte that was read, unpacked; more than `body` has when it was cut. */
      readonly bodyBytes: number;
      /** Lower-case hex SHA-256 over every byte that was read, unpacked. */
      readonly bodyHash: string;
      /** `false`: reading was stopped 16 MiB beyond the cap, or where little had been blown up past it, as bombs are. */
      readonly bodyComplete: boolean;
      /** Where the answer came from at last. */
      readonly url: string;
      readonly hops: number;
    }
  | { readonly kind: "timeout" | "cancelled"; readonly hops: number }
  /** `isRedirect`: refused because an answer sent the request where it may not go. */
  | { readonly kind: "refused" | "failed"; readonly reason: string; readonly hops: number; readonly isRedirect?: true };

/** A request whose answer is read while it comes. Redirects are handed over as the answer, and nothing is unpacked. */
export type EgressStreamRequest = Pick<EgressRequest, "method" | "url" | "headers" | "body" | "signal"> & {
  /** From the first connection to the head of the answer. */
  readonly headTimeoutMs: number;
  /** Between two pieces of the body; `null`: it may be silent for as long as it likes. */
  readonly idleTimeoutMs: number | null;
  /** Of the body; of a stream of events, of each event. */
  readonly maxBodyBytes: number;
};

export type EgressStream =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** As in `EgressResult`. */
      readonly headers: Readonly<Record<string, string>>;
      /** Fails with `EgressError`. The connection is closed with it, or when `signal` is aborted. */
      readonly body: ReadableStream<Uint8Array>;
    }
  | { readonly kind: "timeout" | "cancelled" }
  | { readonly kind: "refused" | "failed"; readonly reason: string };

/** The only way out over HTTP: addresses are checked and pinned, redirects followed by hand, sizes and times capped. */
export interface EgressClient {
  /** Never rejects because of what the other side does. */
  request(request: EgressRequest, rules: EgressRules): Promise<EgressResult>;
  /** The same for an answer that may last. Never rejects because of what the other side does. */
  stream(request: EgressStreamRequest, rules: EgressRules): Promise<EgressStream>;
  close(): Promise<void>;
}

/** A proxy for the programs of one call, on a socket file that only their sandbox has. */
export interface EgressProxy {
  /** Absolute; mode 0600. Speaks HTTP with `CONNECT` and with absolute URLs. */
  readonly socketFile: string;
  /** What was asked for so far, and whether it was let through. */
  readonly attempts: () => readonly { readonly host: string; readonly port: number; readonly allowed: boolean }[];
  close(): Promise<void>;
}
