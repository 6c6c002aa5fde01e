export interface TypeText {
  readonly name: string;
  /** Lines of TOML that show the type's own keys. */
  readonly keys: readonly string[];
  readonly takes: readonly string[];
  readonly gives: readonly string[];
}

const WHOLE =
  "A JSON integer, or its decimal digits with an optional `-`: no `+`, no leading zeros, no exponent, within ±(2^53 − 1).";
const DECIMAL =
  "A JSON number, or a text in the grammar of JSON numbers with at most 64 characters. No infinity, no NaN.";
const BOUNDS = "`min` and `max` are part of the range.";
const CLAMP = "With `clamp = true` a number outside the bounds becomes the nearer bound instead of a problem.";
const PATTERN =
  "`pattern` is searched for anywhere in the value: write `^…$` to match all of it. It runs on RE2, in linear time, so there is no look-around and no back-reference.";
const META = "None of ``; | & $ ` ( ) { } [ ] < > !``, whatever the pattern says.";

export const WHITELIST_TYPES: readonly TypeText[] = [
  {
    name: "path",
    keys: ['allowed_prefix = "$SESSION_DIR"'],
    takes: [
      "A path below `allowed_prefix`, or below one of the workspace roots without it. A relative path starts at the prefix, or at the first root.",
      "`$SESSION_DIR` at the beginning stands for the session's folder.",
      "Refused: `..`, a leading `~`, a drive letter, a network share, a backslash, percent-encoded dots and slashes, 4096 bytes or more.",
      "Links are followed, and the place they lead to must be inside too. Right before the program starts everything is looked at again.",
      "The file need not exist. A device, socket or pipe is refused.",
    ],
    gives: ["the absolute path with all links followed."],
  },
  {
    name: "duration",
    keys: [],
    takes: [
      "A number of seconds (`90`, `1.5`), or `HH:MM:SS` with an optional fraction (`0:01:30.5`). Minutes and seconds are below 60.",
    ],
    gives: ["the text as it was sent."],
  },
  { name: "int", keys: ["min = 1", "max = 100"], takes: [WHOLE, BOUNDS], gives: ["decimal digits."] },
  {
    name: "float",
    keys: ["min = 0", "max = 1.5"],
    takes: [DECIMAL, BOUNDS],
    gives: ["the text as it was sent, or the shortest form of a JSON number."],
  },
  {
    name: "bool",
    keys: [],
    takes: ["`true` or `false`, or one of the texts `true false 1 0 yes no` in any case."],
    gives: ["`true` or `false`, or the text as it was sent. It does not switch an option on or off by itself."],
  },
  {
    name: "enum",
    keys: ['values = ["fast", "slow"]'],
    takes: ["Exactly one of `values`; upper and lower case differ."],
    gives: ["that text."],
  },
  {
    name: "text",
    keys: ['pattern = "^[a-z ]{1,40}$"'],
    takes: ["Any text on one line, also an empty one.", PATTERN],
    gives: ["the text, as one argument. Nothing in it is ever read by a shell or as a placeholder."],
  },
  { name: "identifier", keys: [], takes: ["1 to 64 of `A-Z a-z 0-9 _ -`."], gives: ["that text."] },
];

export const TOOLCLAD_TYPES: readonly TypeText[] = [
  {
    name: "string",
    keys: ['pattern = "^[a-z ]{1,40}$"'],
    takes: [
      "A text on one line without a tab; not an empty one, unless the default is empty or `allow_empty = true`.",
      META,
      PATTERN,
    ],
    gives: ["that text."],
  },
  {
    name: "integer",
    keys: ["min = 1", "max = 100", "clamp = true"],
    takes: [WHOLE, BOUNDS, CLAMP],
    gives: ["decimal digits."],
  },
  {
    name: "number",
    keys: ["min_float = 0.0", "max_float = 1.5"],
    takes: [DECIMAL, "`min_float` and `max_float` are the bounds; `min` and `max` work too.", CLAMP],
    gives: ["the text as it was sent, or the shortest form of a JSON number."],
  },
  { name: "port", keys: [], takes: ["An integer from 1 to 65535."], gives: ["decimal digits."] },
  { name: "boolean", keys: [], takes: ["`true` or `false`, also as text."], gives: ["`true` or `false`."] },
  {
    name: "enum",
    keys: ['allowed = ["fast", "slow"]'],
    takes: ["Exactly one of `allowed`; upper and lower case differ."],
    gives: ["that text."],
  },
  {
    name: "scope_target",
    keys: [],
    takes: [
      "An IPv4 or IPv6 address, a CIDR block or a host name, in ASCII and with at most 253 characters.",
      "Refused: a wildcard, an `xn--` name, a trailing dot, a port, an address with a zone, and other spellings of an address (`2130706433`, `0x7f.1`, `127.1`, `10.0.0.1-9`).",
      "It must be in scope; a block must be in scope as a whole.",
    ],
    gives: ["that text."],
  },
  {
    name: "url",
    keys: ['schemes = ["https"]', "scope_check = true"],
    takes: [
      "An absolute URL in ASCII with one of `schemes` (`http` and `https` when not said). No user name, no spaces, no numeric spelling of an address.",
      "Shell metacharacters must be percent-encoded; `&` may stand in the query, brackets around an IPv6 address.",
      "With `scope_check = true` its host must be in scope; an `xn--` name only where the scope spells it out.",
    ],
    gives: ["that text."],
  },
  {
    name: "path",
    keys: [],
    takes: [
      "A relative path in the workspace; it starts at the first root. Everything that a whitelist `path` refuses is refused here too, and an absolute path.",
      META,
    ],
    gives: ["the text as it was sent; where it leads is checked."],
  },
  {
    name: "ip_address",
    keys: [],
    takes: ["One IPv4 or IPv6 address in scope, without leading zeros and without a zone."],
    gives: ["that text."],
  },
  {
    name: "cidr",
    keys: [],
    takes: ["An address and a length (`10.0.0.0/8`), all of it in scope. Host bits may be set."],
    gives: ["that text."],
  },
  {
    name: "duration",
    keys: [],
    takes: ["A whole number of seconds, or units from long to short: `1h30m`, `45s`, `500ms`."],
    gives: ["the text as it was sent."],
  },
  {
    name: "msf_options",
    keys: [],
    takes: [
      "`KEY VALUE` pairs joined with `;`, each key once and in capitals (`RHOSTS 10.0.0.1; RPORT 445`); also nothing at all.",
      "None of ``| & $ ` ( ) { } [ ] < > !``. What a value means to the module is not checked.",
    ],
    gives: ["the pairs joined with `; `."],
  },
  {
    name: "credential_file",
    keys: [],
    takes: ["A `path` that leads to an existing, readable, regular file with one name."],
    gives: ["the text as it was sent; where it leads is checked."],
  },
  {
    name: "regex_match",
    keys: ['pattern = "^[0-9]{4}$"'],
    takes: ["A `string` with a `pattern` that has to be there."],
    gives: ["that text."],
  },
];
