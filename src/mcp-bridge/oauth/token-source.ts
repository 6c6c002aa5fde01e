import type { FetchLike } from "@modelcontextprotocol/client";
import type { McpServer } from "../../config/mcp/mcp-server.ts";
import type { ServerChallenge } from "./challenge/read-challenge.ts";
import type { CredentialStore } from "./credential-store.ts";
import type { HeldTokens } from "./credentials.ts";
import type { ProofNonces } from "./proof/proof-nonces.ts";

export interface ServerAuthParts {
  readonly credentials: CredentialStore;
  /** Checked: see `createOAuthFetch`. */
  readonly fetch: FetchLike;
  /** Opens a named secret that is bound to the server, to be sent to this host. */
  readonly openSecret: (name: string, server: McpServer, host: string) => Promise<string>;
  /** The address with its variables filled in. @default `target` */
  readonly urlOf?: ((server: McpServer) => string) | undefined;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Of what one server is sent tokens. */
export interface SourceOfServer extends ServerAuthParts {
  readonly server: McpServer;
  readonly url: string;
  readonly now: () => number;
  /** What the two sides want to find in proofs. */
  readonly nonces: ProofNonces;
}

/** Where tokens for one server come from. */
export interface TokenSource {
  readonly isMachine: boolean;
  /** `null`: there are none. */
  read(): Promise<HeldTokens | null>;
  /** Others than these. Asked once at a time. Rejects with whatever went wrong. */
  renew(held: HeldTokens | null): Promise<HeldTokens>;
  /** Looks whether the server still takes tokens of whoever gave these out. @throws UpstreamError when it does not */
  checkIssuer(challenge: ServerChallenge): Promise<void>;
  /**
   * The server wants a token for these scopes. Notes them for the next renewal, or says why there will be none.
   *
   * @throws UpstreamError with what to do
   */
  want(scopes: readonly string[], held: HeldTokens): Promise<void>;
  /** Values that were handed out or opened, and must not be printed. */
  secretValues(): readonly string[];
}
