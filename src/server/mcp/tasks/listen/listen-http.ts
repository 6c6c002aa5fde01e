import type { Tasks } from "../create-tasks.ts";
import type { TaskWatch } from "./create-watch.ts";
import { joinFrames } from "./join-frames.ts";
import type { Listening } from "./join-frames.ts";
import { readListen } from "./read-listen.ts";
import { renderRefusal } from "./render-listen.ts";

/** Who wants to hear of tasks. */
export interface Listener {
  readonly owner: string;
  /** Whether the credential still counts; nothing is told once it does not. */
  readonly isValid: () => Promise<boolean>;
  /** Calls back when it was revoked. Returns how to stop. */
  readonly onRevoked: (end: () => void) => () => void;
}

/**
 * Serves a stream that is about tasks, too: everything else on it comes from `serve`, which is given the request without
 * them. `null`: the request has nothing to do with tasks.
 */
export async function listenOverHttp(
  body: unknown,
  { owner, isValid, onRevoked }: Listener,
  tasks: Tasks,
  serve: (others: object) => Promise<Response>,
): Promise<Response | null> {
  const wish = readListen(body);
  if (wish === null) return null;
  if (wish.kind === "refused") {
    return Response.json(renderRefusal(wish.id, wish.why), { status: wish.why === "capability" ? 400 : 200 });
  }
  const watch = tasks.watch(wish.taskIds, owner);
  if (watch === null) return Response.json(renderRefusal(wish.id, "full"));
  const unfollow = onRevoked(() => watch.close());
  const close = (): void => {
    unfollow();
    watch.close();
  };
  const {
    body: inner,
    status,
    headers,
  } = await serve(wish.others).catch((error: unknown) => {
    close();
    throw error;
  });
  if (inner === null || headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    close();
    return new Response(inner, { status, headers });
  }
  return new Response(addTasks(inner, { watch, close }, { id: wish.id, isValid }), { status, headers });
}

type Stream = ReadableStream<Uint8Array>;

interface Watched {
  readonly watch: TaskWatch;
  readonly close: () => void;
}

/** Only what the client takes is made, so nothing piles up for a slow one. */
function addTasks(inner: Stream, { watch, close }: Watched, listening: Listening): Stream {
  const reader = inner.getReader();
  const frames = joinFrames(reader, watch, listening);
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await frames.next();
        if (next.done !== true) controller.enqueue(next.value);
        else {
          close();
          if (!isCancelled) controller.close();
        }
      },
      async cancel() {
        isCancelled = true;
        close();
        await reader.cancel();
      },
    },
    { highWaterMark: 0 },
  );
}
