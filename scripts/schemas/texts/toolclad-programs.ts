import type { Texts } from "../table-schema.ts";

export const SESSION_TEXTS: Texts = {
  startup_command: "What starts the program: a line without shell operators, or a list of words.",
  ready_pattern: "What stands at the end of the output when the program waits for a line, as RE2.",
  startup_timeout_seconds: "How long the program may take until it is ready. Default: 60.",
  idle_timeout_seconds: "The session ends when nothing was sent for so long. Default: 300.",
  session_timeout_seconds: "The session ends after so long. Default: 1800.",
  max_interactions: "The session ends after so many lines. Default: 100.",
  interaction: "How lines are sent and output is awaited.",
  commands: "Which lines may be typed, one table and one tool for each kind.",
  child_detection: "How a session inside the session is noticed, and what then governs it.",
  events: "What the program reports by itself.",
};

export const INTERACTION_TEXTS: Texts = {
  input_sanitize: "`injection` refuses shell metacharacters in lines.",
  output_max_bytes: "How much output one line may have. Default: 1048576.",
  output_wait_ms: "How long output may pause before it counts as complete. Default: 2000.",
};

export const CHILD_TEXTS: Texts = {
  pattern: "How the output looks when such a session opens, as RE2.",
  type: "The kind of session, such as meterpreter.",
  manifest: "The `.clad.toml` file beside this one that governs it.",
};

export const EVENTS_TEXTS: Texts = {
  enabled: "`false` ignores events. Default: true.",
  max_queue_depth: "How many events are kept. Default: 100.",
  poll_interval_ms: "How often they are looked for. Default: 500.",
  event_types: "The kinds that are kept.",
  ttl_seconds: "How long an event is kept. Default: 300.",
};

const SHARED: Texts = {
  description: "What a model reads to know when to use the command.",
  risk_tier: "How much harm the command can do. Default: that of the tool.",
  effect: "What running it can do. Default: from the risk tier.",
  human_approval: "Ask a human before every call. Default: that of the tool.",
  args: "What a caller may fill in, one table for each argument.",
};

export const SESSION_COMMAND_TEXTS: Texts = {
  ...SHARED,
  pattern: "What the whole line must match, as RE2: ^…$.",
  line: "The line that is typed, with places for arguments. Without it the caller sends the line.",
  extract_target: "The line names a target, which must be in scope. Default: false.",
};

export const BROWSER_TEXTS: Texts = {
  engine: "How the browser is spoken to. Default: cdp.",
  connect: "`launch` starts a browser, `live` uses one that runs. Default: launch.",
  headless: "Without a window. Default: true.",
  extract_mode: "What a page is turned into. Default: accessibility_tree.",
  startup_timeout_seconds: "How long the browser may take to start. Default: 60.",
  session_timeout_seconds: "The browser is closed after so long. Default: 1800.",
  idle_timeout_seconds: "The browser is closed when nothing was done for so long. Default: 300.",
  max_interactions: "The browser is closed after so many commands. Default: 100.",
  defaults: "Another place for `extract_mode`.",
  scope: "Which domains the browser may open.",
  state: "What policies and results are told of the page.",
  commands: "What may be done, one table and one tool for each command.",
  auth_flows: "How Toolgate logs in, one table for each service.",
};

export const BROWSER_DEFAULTS_TEXTS: Texts = { extract_mode: "What a page is turned into." };

export const BROWSER_SCOPE_TEXTS: Texts = {
  allowed_domains: "app.example.com, or *.example.com for every name below it.",
  blocked_domains: "Domains that stay blocked whatever allows them.",
  allow_external: "Other domains may be opened as well. Default: false.",
};

export const BROWSER_STATE_TEXTS: Texts = { fields: "Which facts about the page are told." };

export const BROWSER_COMMAND_TEXTS: Texts = SHARED;

export const AUTH_FLOW_TEXTS: Texts = {
  login_url: "The page with the form; its host must be in [browser.scope].",
  username_selector: "CSS selector of the field for the name.",
  password_selector: "CSS selector of the field for the password.",
  submit_selector: "CSS selector of the button.",
  success_indicator: "How a login is recognised: url_contains=…, and others like it.",
  secret_ref: "The stored secret with name and password.",
  mfa_handler: "Where the second factor comes from.",
  mfa_selector: "CSS selector of the field for the second factor.",
  mfa_secret_ref: "The stored secret that makes the codes; for totp.",
};
