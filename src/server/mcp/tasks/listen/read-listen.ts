import { readListenMessage } from "../../subscriptions/read-listen-message.ts";
import { declaresTasks } from "../extension.ts";

/** A request to hear of tasks, among other things. */
export type ListenWish =
  | {
      readonly kind: "tasks";
      readonly id: string | number;
      readonly taskIds: readonly string[];
      /** The same request without them, for whoever serves the rest of it. */
      readonly others: object;
    }
  /** It is about tasks, and cannot be served. */
  | { readonly kind: "refused"; readonly id: string | number; readonly why: "capability" | "form" };

const MOST_IDS = 100;
const MAX_ID = 200;

/** What a message wants to hear of tasks; `null`: nothing, or it is another message. */
export function readListen(message: unknown): ListenWish | null {
  const listen = readListenMessage(message);
  if (listen === null) return null;
  const { id, meta } = listen;
  const { taskIds, ...others } = listen.notifications;
  if (taskIds === undefined) return null;
  if (!declaresTasks(meta)) return { kind: "refused", id, why: "capability" };
  if (!isIds(taskIds)) return { kind: "refused", id, why: "form" };
  return { kind: "tasks", id, taskIds: [...new Set(taskIds)], others: listen.asking(others) };
}

function isIds(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= MOST_IDS && value.every(isId);
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value.length <= MAX_ID;
}
