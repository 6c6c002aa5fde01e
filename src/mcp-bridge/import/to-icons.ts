import type { McpServer } from "../../config/mcp/mcp-server.ts";
import { isObject } from "../../model/json.ts";
import type { JsonValue } from "../../model/json.ts";
import type { ToolIcon } from "../../model/tool.ts";

const MOST = 8;
const MOST_CHARACTERS = 64 * 1024;
/** Kinds that are nothing but pixels: an SVG may hold scripts. */
const PICTURE = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;
const SIZE = /^(?:any|\d{1,5}x\d{1,5})$/;
const KIND = /^image\/[a-z0-9.+-]{1,40}$/;

/**
 * The icons of a definition that clients may show: pictures inside the definition, and such on the server's own host. Whoever
 * shows one from elsewhere tells that place who uses what.
 */
export function toIcons(
  raw: JsonValue | undefined,
  server: Pick<McpServer, "transport" | "target">,
): readonly ToolIcon[] {
  if (!Array.isArray(raw)) return [];
  const host = server.transport === "stdio" ? null : (URL.parse(server.target)?.host ?? null);
  return (raw as readonly JsonValue[]).slice(0, MOST).flatMap((one) => toIcon(one, host));
}

function toIcon(raw: JsonValue, host: string | null): readonly ToolIcon[] {
  if (!isObject(raw)) return [];
  const { src, mimeType, sizes, theme } = raw;
  if (typeof src !== "string" || src.length > MOST_CHARACTERS || !isShowable(src, host)) return [];
  const known = Array.isArray(sizes)
    ? (sizes as readonly JsonValue[]).filter((size) => typeof size === "string" && SIZE.test(size)).slice(0, MOST)
    : [];
  return [
    {
      src,
      ...(typeof mimeType === "string" && KIND.test(mimeType) ? { mimeType } : {}),
      ...(known.length === 0 ? {} : { sizes: known as readonly string[] }),
      ...(theme === "light" || theme === "dark" ? { theme } : {}),
    },
  ];
}

function isShowable(src: string, host: string | null): boolean {
  if (PICTURE.test(src)) return true;
  const url = URL.parse(src);
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return host !== null && url.host === host;
}
