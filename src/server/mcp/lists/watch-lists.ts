import type { ListChange, Runtime } from "../../../call/runtime.ts";
import type { OfferReach, OfferViewer } from "../../../mcp-bridge/offers/create-offer-source.ts";
import type { Tool } from "../../../model/tool.ts";

/** A list that clients are told about. */
export type ClientList = "tools" | "resources" | "prompts";

export interface ListWatchOptions {
  readonly runtime: Pick<Runtime, "disclosure" | "listNews" | "offers">;
  /** Whose lists. */
  readonly viewer: OfferViewer;
  /** The session whose list of tools grows with what it loads. @default none */
  readonly growingSession?: string | undefined;
  readonly send: (list: ClientList) => void;
  readonly onError: (error: Error) => void;
}

interface Seen {
  readonly tools: readonly Tool[];
  readonly text: string;
  readonly reach: OfferReach;
}

/**
 * Tells when a list is another one for this viewer: tools when they are, resources and prompts when the servers that it may
 * ask are others, or one of them says that its own list changed. What it may not see changes unheard. Returns how to stop.
 */
export function watchLists({ runtime, viewer, growingSession, send, onError }: ListWatchOptions): () => void {
  const { disclosure, listNews, offers } = runtime;
  const changed = new Map<string, Extract<ListChange, { kind: "offers" }>>();
  let isOver = false;
  const look = async (before: Seen | null): Promise<Seen> => {
    const tools = await disclosure.list({ ...viewer, session: viewer.session }, growingSession);
    const text = tools === before?.tools ? before.text : render(tools);
    return { tools, text, reach: await offers.reach(viewer) };
  };
  const tell = (before: Seen, now: Seen): void => {
    const lists = new Set<ClientList>();
    if (before.text !== now.text) lists.add("tools");
    for (const list of ["resources", "prompts"] as const) {
      if (render(before.reach[list]) !== render(now.reach[list])) lists.add(list);
    }
    for (const { server, list } of changed.values()) if (now.reach[list].has(server)) lists.add(list);
    changed.clear();
    if (!isOver) for (const list of lists) send(list);
  };
  let seen: Promise<Seen | null> = look(null).catch(noteError(onError));
  let isWaiting = false;
  const next = (): void => {
    // Whatever else happens until the look begins is seen by it.
    if (isWaiting) return;
    isWaiting = true;
    seen = seen.then(async (before) => {
      isWaiting = false;
      const now = await look(before);
      if (before !== null) tell(before, now);
      return now;
    });
    seen = seen.catch(noteError(onError));
  };
  const stops = [
    listNews.follow((news) => {
      if (news.kind === "offers") changed.set(`${news.server} ${news.list}`, news);
      next();
    }),
    growingSession === undefined ? () => undefined : disclosure.follow(growingSession, next),
  ];
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

/** Nothing is known then: the next look has nothing to compare with. */
function noteError(onError: (error: Error) => void): (error: unknown) => null {
  return (error) => {
    onError(error as Error);
    return null;
  };
}

function render(one: readonly Tool[] | ReadonlySet<string>): string {
  const lines = [...one].map((entry) => (typeof entry === "string" ? entry : `${entry.name} ${entry.definitionHash}`));
  return lines.sort().join("\n");
}
