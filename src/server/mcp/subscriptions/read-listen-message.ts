type Fields = Readonly<Record<string, unknown>>;

/** A request to hear of changes, as it came. */
export interface ListenMessage {
  readonly id: string | number;
  /** What it wants to hear of, unchecked. */
  readonly notifications: Fields;
  /** What the request says of itself. */
  readonly meta: Fields | undefined;
  /** The same request for other notifications. */
  readonly asking: (notifications: Fields) => Fields;
}

/** `null`: it is another message, or no request that can be answered. */
export function readListenMessage(message: unknown): ListenMessage | null {
  const { method, id, params } = Object(message) as Fields;
  if (method !== "subscriptions/listen" || (typeof id !== "string" && typeof id !== "number")) return null;
  const { notifications, _meta } = Object(params) as Fields;
  return {
    id,
    notifications: Object(notifications) as Fields,
    meta: typeof _meta === "object" && _meta !== null ? (_meta as Fields) : undefined,
    asking: (others) => ({ ...(message as Fields), params: { ...(params as Fields), notifications: others } }),
  };
}
