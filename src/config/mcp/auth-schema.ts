import { z } from "zod";
import { isSecretName } from "../../secrets/secret-name.ts";
import { isSafeUrl } from "../server/service-url.ts";
import { UPSTREAM_GRANTS } from "./upstream-auth.ts";
import type { UpstreamAuthData } from "./upstream-auth.ts";

/** `[mcp.servers.NAME.auth]`: how one logs in to a server. */
export const upstreamAuth: z.ZodType<UpstreamAuthData> = z
  .strictObject({
    grant: z
      .enum(UPSTREAM_GRANTS)
      .optional()
      .meta({
        description:
          "`login`: a person does, with `toolgate servers login NAME`. `client_credentials`: Toolgate does, with `issuer`, " +
          "`client_id` and `client_secret`.",
        default: "login",
      }),
    issuer: z
      .string()
      .max(2000)
      .refine(isSafeUrl, "a URL such as `https://login.example.com`, with `https` but for this machine")
      .optional()
      .meta({ description: "The only authorization server that is asked. Not said: the one that the server names." }),
    client_id: z
      .string()
      .regex(/^[!-~]{1,500}$/, "a text without blanks")
      .optional()
      .meta({ description: "Who Toolgate is there. Not said: `client_metadata_url`, else it registers itself." }),
    client_secret: z
      .string()
      .max(128)
      .refine(isSecretName, "the name of a secret: 1 to 128 of A-Z a-z 0-9 _ . -")
      .optional()
      .meta({ description: "The name of the secret that holds the client's secret: `toolgate secrets set`." }),
    client_metadata_url: z
      .string()
      .max(2000)
      .regex(/^https:\/\/[^\s/?#@]+\/[^\s?#]+$/, "a URL with `https` and a path")
      .optional()
      .meta({
        description: "Where a document about Toolgate as a client stands, for authorization servers that read one.",
      }),
    scopes: z
      .array(z.string().regex(/^[!\x23-\x5b\x5d-\x7e]{1,200}$/, "a word of ASCII without blanks"))
      .max(100)
      .optional()
      .meta({ description: "What to ask for. Empty: what the server says.", default: [] }),
    redirect_port: z.int().min(0).max(65_535).optional().meta({
      description: "Port of this machine that the browser comes back to; 0 takes any free one.",
      default: 0,
    }),
  })
  .superRefine((auth, context) => {
    const problem = findProblem(auth);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });

function findProblem({ grant, issuer, client_id: id, client_secret: secret }: UpstreamAuthData): string | null {
  if (grant === "client_credentials" && (issuer === undefined || id === undefined || secret === undefined)) {
    return '`issuer`, `client_id` and `client_secret` for `grant = "client_credentials"`';
  }
  if (secret === undefined) return null;
  // A secret must not go to whoever a server names.
  return id === undefined || issuer === undefined ? "`issuer` and `client_id` beside `client_secret`" : null;
}
