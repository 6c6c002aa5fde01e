import { z } from "zod";
import { isSecretName } from "../../secrets/secret-name.ts";
import { isSafeUrl } from "../server/service-url.ts";
import { findAuthProblem } from "./find-auth-problem.ts";
import { SIGNING_ALGORITHMS, UPSTREAM_GRANTS } from "./upstream-auth.ts";
import type { UpstreamAuthData } from "./upstream-auth.ts";

const secretName = (description: string): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .max(128)
    .refine(isSecretName, "the name of a secret: 1 to 128 of A-Z a-z 0-9 _ . -")
    .optional()
    .meta({ description });

const issuer = (description: string): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .max(2000)
    .refine(isSafeUrl, "a URL such as `https://login.example.com`, with `https` but for this machine")
    .optional()
    .meta({ description });

const word = (description: string): z.ZodOptional<z.ZodString> =>
  z
    .string()
    .regex(/^[!-~]{1,500}$/, "a text without blanks")
    .optional()
    .meta({ description });

/** `[mcp.servers.NAME.auth]`: how one logs in to a server. */
export const upstreamAuth: z.ZodType<UpstreamAuthData> = z
  .strictObject({
    grant: z
      .enum(UPSTREAM_GRANTS)
      .optional()
      .meta({
        description:
          "`login`: a person does, with `toolgate servers login NAME`. `client_credentials`: Toolgate does, with `issuer`, " +
          "`client_id` and `client_secret` or `private_key`. `workload_identity`: with the `assertion` of its platform. " +
          "`enterprise`: with the `id_token` of an identity provider, by way of `idp_issuer`.",
        default: "login",
      }),
    issuer: issuer("The only authorization server that is asked. Not said: the one that the server names."),
    client_id: word("Who Toolgate is there. Not said: `client_metadata_url`, else it registers itself."),
    client_secret: secretName("The name of the secret that holds the client's secret: `toolgate secrets set`."),
    private_key: secretName(
      "The name of the secret that holds a private key, as PEM (PKCS#8) or JWK, which signs in place of `client_secret`.",
    ),
    key_id: word("What the authorization server calls that key. Not said: `kid` of a JWK, else nothing."),
    signing_algorithm: z
      .enum(SIGNING_ALGORITHMS)
      .optional()
      .meta({ description: "What that key signs with. Not said: what fits it and the authorization server." }),
    assertion: secretName("The name of the secret that holds the JWT that a workload was given by its platform."),
    idp_issuer: issuer("The identity provider of `enterprise`, where `id_token` becomes a grant for `issuer`."),
    idp_client_id: word("Who Toolgate is at the identity provider."),
    idp_client_secret: secretName("The name of the secret that holds its secret there. Not said: it has none."),
    id_token: secretName("The name of the secret that holds the identity token."),
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
      .meta({
        description: "All that is ever asked for. Empty: what the server says, and later asks for.",
        default: [],
      }),
    dpop: z
      .boolean()
      .optional()
      .meta({
        description:
          "Whether tokens have to be bound to a key of this login, so that nobody else can use them. " +
          "Not said: where the server asks for it and its authorization server can.",
      }),
    redirect_port: z.int().min(0).max(65_535).optional().meta({
      description: "Port of this machine that the browser comes back to; 0 takes any free one.",
      default: 0,
    }),
  })
  .superRefine((auth, context) => {
    const problem = findAuthProblem(auth);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  });
