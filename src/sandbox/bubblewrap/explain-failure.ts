import { showText } from "../../text/show-text.ts";

/** Why bubblewrap does not work here, in words that lead somewhere. `stderr` is its own message. */
export function explainFailure(stderr: string): { readonly reason: string; readonly hint: string } {
  const said = showText(stderr.trim(), 200);
  const known = CAUSES.find(({ sign }) => sign.test(stderr));
  const hint = known?.hint ?? "run `bwrap --unshare-all --ro-bind / / true` in a terminal to see the same failure";
  return { reason: `bubblewrap is installed and does not work: ${said === "" ? "it said nothing" : said}`, hint };
}

const CAUSES: readonly { readonly sign: RegExp; readonly hint: string }[] = [
  {
    sign: /uid map|gid map|loopback: Failed RTM_NEWADDR/i,
    hint:
      "this system keeps user namespaces from bwrap (Ubuntu does since 24.04): install an AppArmor profile for bwrap " +
      "that allows `userns`, or set the sysctl kernel.apparmor_restrict_unprivileged_userns=0",
  },
  {
    sign: /creat\w* new namespace|No permissions to creat/i,
    hint:
      "allow unprivileged user namespaces: sysctl user.max_user_namespaces above 0, and " +
      "kernel.unprivileged_userns_clone=1 where it exists; in a container, its runtime has to allow them",
  },
  {
    sign: /mount proc/i,
    hint: "Toolgate runs in a container whose /proc is masked: give it a runtime that does not, such as `--security-opt systempaths=unconfined`",
  },
  { sign: /Unknown option/i, hint: "this bubblewrap is too old: install 0.5 or newer" },
];
