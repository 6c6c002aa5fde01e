/** Settings that hold a mode; followed by the workspace, `agent:NAME` or `session:ID`. */
export const MODE_KEY = "mode:";

/** Followed by the id of the session; removed with it. */
export const SESSION_MODE_KEY: string = `${MODE_KEY}session:`;

/** Where the gateway of a workspace lets people answer in a browser; followed by the workspace. */
export const PAGE_KEY = "page:";
