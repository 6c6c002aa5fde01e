import { findAssignment } from "./find-assignment.ts";
import type { SecretKind } from "./classify-name.ts";
import type { ScrubPattern } from "../scrub-pattern.ts";

const SECRETS: ReadonlySet<SecretKind> = new Set(["password", "secret", "some-key", "login"]);

/** The values of names that say so. */
export const ASSIGNED_SECRET: ScrubPattern = {
  name: "assigned-secret",
  finds:
    "values of names with the word key, token, secret, password, passwd, pwd, credential, bearer or private: in files of variables and of settings, in JSON, in URLs, in source code, behind flags",
  replaces: "the value; the name stays",
  find: {
    anchors: [
      "key",
      "secret",
      "token",
      "passw",
      "passphrase",
      "passcode",
      "pwd",
      "edential",
      "bearer",
      "private",
      "_pass",
      "auth",
    ],
    ignoreCase: true,
    match: (view, at) => findAssignment(view, at, SECRETS),
  },
  hits: [
    "api_key=supersecretvalue123",
    "token: mysecrettoken12345",
    "password=MyStr0ngP@ssword!",
    'DB_PASSWORD="correct horse battery"',
    '{"token": "abcdefghijkl"}',
    "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "curl --token s3cr3tvalue99",
    "<password>hunter2hunter2</password>",
  ],
  misses: [
    "monkey = bananabanana",
    "const token = getToken()",
    "password: string",
    "tokenizer = new Tokenizer()",
    "api_key: YOUR_API_KEY",
    "token: ${TOKEN}",
    "password=****",
    "apiKey: process.env.API_KEY",
    "primary_key: 1234567890",
    "max_tokens=16384000",
  ],
};

export const AUTHORIZATION: ScrubPattern = {
  name: "authorization",
  finds: "credentials in `Authorization` headers, in every scheme",
  replaces: "the credentials; the scheme stays",
  find: { anchors: ["authorization"], ignoreCase: true, match: (view, at) => findAssignment(view, at, AUTHORIZATIONS) },
  hits: [
    "Authorization: Bearer abcdef0123456789",
    "authorization=Basic dXNlcjpwYXNz",
    '-H "Authorization: token abcdefgh1234"',
  ],
  misses: ["Authorization: Bearer <token>", "Authorization: ${header}", "authorization: AuthorizationService"],
};

const AUTHORIZATIONS: ReadonlySet<SecretKind> = new Set(["authorization"]);

export const CONNECTION_STRING: ScrubPattern = {
  name: "connection-string",
  finds:
    "values of `DSN`, `DATABASE_URL`, `REDIS_URL`, `MONGO_URI` and the like that are no URLs; in URLs the password is found anyhow",
  replaces: "the value; the name stays",
  find: {
    anchors: ["dsn", "_url", "_uri", "ionstring", "ion_string"],
    ignoreCase: true,
    match: (view, at) => findAssignment(view, at, CONNECTIONS),
  },
  hits: ["DSN=app:hunter2@tcp(db:3306)/app", 'DATABASE_URL="host=db user=app password=x"'],
  misses: ["REDIS_URL=redis://localhost:6379", "DATABASE_URL=${DSN}", "base_url=something.example"],
};

const CONNECTIONS: ReadonlySet<SecretKind> = new Set(["connection"]);

export const VIRTUAL_VARIABLE: ScrubPattern = {
  name: "virtual-variable",
  finds: "values of variables named `VIRTUAL_…`, from four characters on; a folder, as of `VIRTUAL_ENV`, is none",
  replaces: "the value; the name stays",
  find: { anchors: ["VIRTUAL_"], ignoreCase: false, match: (view, at) => findAssignment(view, at, VIRTUALS) },
  hits: ["VIRTUAL_KEY=ab12", "VIRTUAL_HOST=10.1.2.3"],
  misses: ["VIRTUAL_ENV=/home/me/.venv", "VIRTUAL_KEY=ab1"],
};

const VIRTUALS: ReadonlySet<SecretKind> = new Set(["virtual"]);
