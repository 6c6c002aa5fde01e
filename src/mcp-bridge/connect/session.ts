import type { UpstreamCall, UpstreamCatalogue, UpstreamListing, UpstreamResult } from "../upstream.ts";

/** Why a connection is over when `isForgotten` is true. */
export const FORGOTTEN = "the server does not know the session any more";

/** One open connection to a server, from its greeting until it is lost or closed. */
export interface Session {
  readonly protocolVersion: string;
  /** Name and version, as text for people. */
  readonly software: string | null;
  /** Resolves to why, when it is over. */
  readonly lost: Promise<string>;
  /** Rejects when the list cannot be had, or is none. */
  list(signal: AbortSignal): Promise<UpstreamListing>;
  /** What it offers besides tools. Rejects when a list cannot be had, or is none. */
  catalogue(signal: AbortSignal): Promise<UpstreamCatalogue>;
  /** Whether the server answers at all, be it with an error. */
  isWell(timeoutMs: number): Promise<boolean>;
  /** Resolves to those of the resources that the server says changes of from now on; rejects where it does so of none. */
  watch(uris: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  /** Never rejects. */
  call(call: UpstreamCall): Promise<UpstreamResult["end"]>;
  /** Calls that run. */
  readonly running: number;
  /** Whether the server forgot about it: every further call would fail. */
  readonly isForgotten: boolean;
  /** Resolves when its program, if it has one, is gone. */
  close(): Promise<void>;
}
