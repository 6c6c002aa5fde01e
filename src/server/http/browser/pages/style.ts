/** The one style sheet; it stands in each page, and its hash in the policy of each. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #16181d);
  --raised: light-dark(#f5f6f8, #1f2229);
  --line: light-dark(#c9ced6, #3c424e);
  --text: light-dark(#1a1d23, #e9ebef);
  --quiet: light-dark(#525a68, #a9b1be);
  --accent: light-dark(#0b57c2, #8ab8ff);
  --yes: light-dark(#17663a, #7fd6a2);
  --no: light-dark(#a3201c, #ff9d94);
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; display: inline-block; padding: .5rem 1rem; }
header, main { max-width: 56rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; justify-content: space-between; border-bottom: 1px solid var(--line); }
header p, header form { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: .5rem 0 1rem; }
h2 { font-size: 1.0625rem; margin: 1.75rem 0 .5rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px;
}
code, pre { font: .9375rem/1.5 ui-monospace, monospace; }
pre { margin: 0; white-space: pre-wrap; }
.box code, .box pre { word-break: break-all; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .375rem 1rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; }
.box { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
.cards p { margin: .25rem 0 0; }
.quiet { color: var(--quiet); }
.note { border-left: .25rem solid var(--accent); padding-left: .75rem; }
.yes { border-left-color: var(--yes); }
.no { border-left-color: var(--no); }
form.answer { margin: 1rem 0; display: grid; gap: .75rem; justify-items: start; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; margin: 0; min-width: 0; width: 100%; }
.choice { display: flex; gap: .75rem; align-items: baseline; padding: .375rem 0; }
.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; }
label { display: block; }
textarea, select {
  font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--quiet); border-radius: .375rem; padding: .5rem; max-width: 100%;
}
textarea { width: 100%; min-height: 4rem; }
button {
  font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border-radius: .375rem; cursor: pointer;
  border: 2px solid currentcolor; background: transparent; color: var(--accent);
}
button.approve { color: var(--yes); }
button.deny { color: var(--no); }
summary { cursor: pointer; padding: .625rem 0; font-weight: 600; }
@media (max-width: 36rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
  form.answer > button { width: 100%; }
}
`;
