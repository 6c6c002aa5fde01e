/**
 * Whether everything that `host` stands for lies within `limit`. Both are lower-case names, addresses or `*.name`; in
 * this format `*.name` is every name below `name`, and `name` itself.
 */
export function matchHost(host: string, limit: string): boolean {
  if (!limit.startsWith("*.")) return host === limit;
  const apex = limit.slice(2);
  const name = host.startsWith("*.") ? host.slice(2) : host;
  return name === apex || name.endsWith(`.${apex}`);
}
