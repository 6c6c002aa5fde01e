/** Longer texts stand for nothing else. */
const LONGEST = 200;

const PLACEHOLDERS: readonly RegExp[] = [
  // One character over and over.
  /^(.)\1*$/s,
  /^[*•.x_#?-]+$/i,
  // What scrubbers and people leave behind.
  /\[redacted\]|\*{3}/i,
  /^\W*(redacted|removed|hidden|masked|filtered|omitted|censored|elided|snip|snipped)\W*$/i,
  /^.{0,24}(\.{3}|…)$/,
  // Something that is put in later.
  /\$\{|\{\{|\$\(|#\{|<%|%\(/,
  /^\$(env:)?[A-Za-z_]+$|^\$[A-Z_][A-Z0-9_]*$|^%[A-Za-z_][\w]*%$|^@[\w.-]+@$|^__\w+__$/,
  /^<[^<>]*>?$|^\{[^{}]*\}?$|^\[[^[\]]*\]?$/,
  /^%[-\w.]*[sdvqx]$/,
  // What documentation writes.
  /^(your|insert|enter|replace|add|put|some|the|example|sample|dummy|fake)([-_ .]|$)/i,
  /^my[-_](api|token|key|secret|password|access|auth)[-_a-z]*$/i,
  /[-_ ](here|goes-here|placeholder|redacted)$/i,
  /^(?=.{1,48}$)[A-Z]+(_[A-Z]+)*_?(KEY|TOKEN|SECRET|PASSWORD|PASS|PWD|CREDENTIALS?)(_[A-Z]+)*$/,
  // Where the value is kept.
  /^(process\.env|import\.meta|os\.environ|os\.getenv|System\.getenv|ENV\b|env\()/,
  /^(op|vault|secretref|file|env|ref|arn|ssm|awssm|gcpsm|azkv|keyvault|base64|hex):/i,
  /^(ENC\[|!vault|@Microsoft\.KeyVault\()/,
];

/** Whether a text stands in the place of a secret, or says where it comes from. */
export function isPlaceholder(text: string): boolean {
  return text.length <= LONGEST && PLACEHOLDERS.some((pattern) => pattern.test(text));
}
