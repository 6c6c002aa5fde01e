import type { ServerEvent, ServerEventBus } from "@modelcontextprotocol/server";
import type { ClientList } from "../../mcp/lists/watch-lists.ts";

export interface ListenBusParts {
  /** Whether the credential of the stream still counts; asked before anything is said. */
  readonly isValid: () => Promise<boolean>;
  readonly onInvalid: () => Promise<void>;
  readonly onError: (error: Error) => void;
  /** Begins to look at the lists. Returns how to stop. */
  readonly follow: (send: (list: ClientList) => void) => () => void;
  readonly onEnd: () => void;
}

export interface ListenBus {
  /** For the one stream that it is made for. */
  readonly bus: ServerEventBus;
  readonly resourceUpdated: (uri: string) => void;
  readonly hasBegun: () => boolean;
}

const KINDS: Readonly<Record<ClientList, Exclude<ServerEvent["kind"], "resource_updated">>> = {
  tools: "tools_list_changed",
  resources: "resources_list_changed",
  prompts: "prompts_list_changed",
};

/** What one stream is told, from its beginning to its end. What changes before it begins is told then. */
export function createListenBus({ isValid, onInvalid, onError, follow, onEnd }: ListenBusParts): ListenBus {
  const early = new Set<string>();
  let listener: ((event: ServerEvent) => void) | null = null;
  let hasBegun = false;
  const tell = (event: ServerEvent): void => {
    isValid()
      .then((isGood) => (isGood ? listener?.(event) : onInvalid()))
      .catch((error: unknown) => onError(error as Error));
  };
  return {
    hasBegun: () => hasBegun,
    resourceUpdated(uri) {
      if (hasBegun) tell({ kind: "resource_updated", uri });
      else early.add(uri);
    },
    bus: {
      publish: tell,
      subscribe(own) {
        hasBegun = true;
        listener = own;
        const stop = follow((list) => tell({ kind: KINDS[list] }));
        for (const uri of early) tell({ kind: "resource_updated", uri });
        return () => {
          listener = null;
          stop();
          onEnd();
        };
      },
    },
  };
}
