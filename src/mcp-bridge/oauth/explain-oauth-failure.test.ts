import { expect, it } from "vitest";
import { EgressError } from "../../egress/client/to-fetch.ts";
import { SecretError } from "../../secrets/secret-source.ts";
import { UpstreamError } from "../upstream.ts";
import { explainOAuthFailure } from "./explain-oauth-failure.ts";
import { TokenRefusal } from "./token/token-refusal.ts";

const UP = "see whether it is up, and whether its address is right";

it.each<[string, unknown, string, string]>([
  [
    "a secret that is not there",
    new SecretError("SECRET_MISSING", "there is no secret `docs_secret`", "`toolgate secrets set docs_secret`"),
    "there is no secret `docs_secret`",
    "`toolgate secrets set docs_secret`",
  ],
  ["what is explained already", new UpstreamError("no", "do this"), "no", "do this"],
  [
    "a refusal",
    new TokenRefusal("invalid_client", 401),
    "the authorization server refused (invalid_client)",
    "look at its `auth` in the configuration, and at the secrets that it names",
  ],
  ["a broken place", new TokenRefusal(null, 500), "the authorization server gave no token, but HTTP 500", UP],
  ["a page", new TokenRefusal(null, 200), "the authorization server answered with something else than OAuth", UP],
  ["a place that is gone", new EgressError("failed", "cannot be reached"), "cannot be reached", "see whether it is up"],
  [
    "what breaks in it",
    new Error("secret-echo"),
    "the authorization server answered with something else than OAuth",
    UP,
  ],
])("says %s in words", (_what, error, message, hint) => {
  expect(explainOAuthFailure(error, { server: "docs", isMachine: true })).toMatchObject({ message, hint });
});
