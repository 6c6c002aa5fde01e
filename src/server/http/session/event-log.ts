import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** What all sessions of a server keep together, so that many of them cannot take its memory. */
export interface EventRoom {
  /** Characters that are left. */
  free: number;
}

export interface EventLog extends EventStore {
  /** Forgets all of it. */
  clear(): void;
}

interface Kept {
  readonly number: number;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** Characters of one session. */
const MOST = 1024 * 1024;
const MOST_EVENTS = 500;

/**
 * The last messages of one session, for a client that lost a connection and asks for what it missed. The oldest are forgotten
 * first; a message that is too long is not kept, and a client that missed it has to call again.
 */
export function createEventLog(room: EventRoom, most: number = MOST): EventLog {
  const kept: Kept[] = [];
  let size = 0;
  let last = 0;
  const dropOldest = (): void => {
    const freed = kept.shift()?.size ?? 0;
    size -= freed;
    room.free += freed;
  };
  const find = (eventId: string): Kept | undefined => kept.find(({ number }) => `${number}` === eventId);
  return {
    storeEvent(streamId, message) {
      const number = (last += 1);
      const own = JSON.stringify(message).length;
      const isTooMuch = (): boolean => kept.length >= MOST_EVENTS || size + own > most || room.free < own;
      while (kept.length > 0 && isTooMuch()) dropOldest();
      if (!isTooMuch()) {
        kept.push({ number, streamId, message, size: own });
        size += own;
        room.free -= own;
      }
      return Promise.resolve(`${number}`);
    },
    getStreamIdForEventId: (eventId) => Promise.resolve(find(eventId)?.streamId),
    async replayEventsAfter(lastEventId, { send }) {
      const from = find(lastEventId);
      if (from === undefined) throw new Error("what came after this event is not known any more");
      for (const { number, streamId, message } of kept.slice()) {
        const isMissed = streamId === from.streamId && number > from.number && "jsonrpc" in message;
        if (isMissed) await send(`${number}`, message);
      }
      return from.streamId;
    },
    clear() {
      while (kept.length > 0) dropOldest();
    },
  };
}
