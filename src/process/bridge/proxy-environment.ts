const PROXY_NAMES = ["http_proxy", "https_proxy", "all_proxy"];
const DIRECT_NAMES = ["no_proxy"];

/** The variables by which programs find a proxy, in both spellings. Nothing is to be reached without it. */
export function toProxyEnvironment(port: number): Readonly<Record<string, string>> {
  const url = `http://127.0.0.1:${port}`;
  const spelled = (names: readonly string[], value: string): readonly (readonly [string, string])[] =>
    names.flatMap((name) => [
      [name, value],
      [name.toUpperCase(), value],
    ]);
  // Node.js looks at the others only when it is told to.
  return Object.fromEntries([...spelled(PROXY_NAMES, url), ...spelled(DIRECT_NAMES, ""), ["NODE_USE_ENV_PROXY", "1"]]);
}
