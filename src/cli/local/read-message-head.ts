/** Id and method of a JSON-RPC message; `null` for what it does not have. */
export function readMessageHead(line: string): { readonly id: string | number | null; readonly method: string | null } {
  try {
    const { id, method } = Object(JSON.parse(line)) as { readonly id?: unknown; readonly method?: unknown };
    return {
      id: typeof id === "string" || typeof id === "number" ? id : null,
      method: typeof method === "string" ? method : null,
    };
  } catch {
    return { id: null, method: null };
  }
}
