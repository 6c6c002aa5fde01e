import type { DenyView } from "../../shell/views/deny-view.ts";

/** Options with which a program starts another one in a folder of its own. */
const MOVING: ReadonlyMap<string, RegExp> = new Map([
  ["env", /^(?:-[a-zA-Z0]*C|--chd)/],
  ["sudo", /^(?:-[a-zA-Z]*[DRi]|--ch|--login)/],
  ["doas", /^-[a-zA-Z]*s/],
  ["unshare", /^(?:-[a-zA-Z]*[wR]|--wd|--root)/],
  ["nsenter", /^(?:-[a-zA-Z]*[wr]|--wd|--root)/],
  ["systemd-run", /^--working-directory|^(?:-p|--property)$/],
  ["start-stop-daemon", /^(?:-d|--chdir)/],
  ["bwrap", /^--chdir$/],
  ["parallel", /^--w/],
  ["chroot", /./],
]);

/** Whether something in a command may start another program in another folder: `env -C / rm x`. */
export function movesFolder(views: readonly DenyView[]): boolean {
  return views.some(({ kind, words: [program = null, ...rest] }) => {
    const option = kind === "suffix" || program === null ? undefined : MOVING.get(program);
    return option !== undefined && rest.some((word) => word === null || option.test(word));
  });
}
