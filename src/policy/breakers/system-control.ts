import type { JudgedCommand } from "../commands/list-commands.ts";
import { readOptionWords } from "../commands/option-words.ts";

const DISK_TOOLS: ReadonlySet<string> = new Set(
  [
    "wipefs fdisk sfdisk cfdisk gdisk sgdisk cgdisk parted mkswap mke2fs hdparm blkdiscard badblocks cryptsetup",
    "lvremove vgremove pvremove zpool mdadm diskutil diskpart format newfs",
  ].flatMap((line) => line.split(" ")),
);

const POWER: ReadonlySet<string> = new Set(["shutdown", "reboot", "poweroff", "halt", "telinit"]);

/** Names of files that stand for a disk or a part of one. */
const DISK = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|loop|dm-|md|disk|rdisk|mapper\/|zd|sr|nbd|ram|mem|kmem|port)/;

/** Why a command touches disks or the whole machine, or `null`. */
export function findSystemControl({ words }: Pick<JudgedCommand, "words">): string | null {
  const [program = null] = words;
  if (program === null) return null;
  if (DISK_TOOLS.has(program) || program.startsWith("mkfs") || program.startsWith("fsck")) {
    return `${program} works on whole disks`;
  }
  if (POWER.has(program) || isPowerChange(program, words))
    return `${program} stops the machine, or changes how it runs`;
  if (program === "dd") return judgeDd(words);
  if (program === "kill" && words.includes("-1") && words.at(-1) === "-1") return "kill -1 ends every process there is";
  const disk = DISK_WRITERS.has(program) ? words.slice(1).find((word) => word !== null && isDisk(word)) : undefined;
  return disk == null ? null : `${program} would write to the disk ${disk}`;
}

/** Programs whose operands may be written to. */
const DISK_WRITERS: ReadonlySet<string> = new Set(["cp", "mv", "tee", "shred", "truncate", "install", "ln", "cat"]);

/** Whether a path names a disk. */
export function isDisk(path: string): boolean {
  return DISK.test(path);
}

function isPowerChange(program: string, words: readonly (string | null)[]): boolean {
  const { operands } = readOptionWords(words);
  if (program === "init")
    return operands.length === 0 || operands.some((word) => word === null || /^[0-6sS]$/.test(word));
  if (program !== "systemctl" && program !== "loginctl") return false;
  return operands.some(
    (word) =>
      word === null ||
      /^(?:poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|emergency|rescue|isolate)$/.test(word),
  );
}

function judgeDd(words: readonly (string | null)[]): string | null {
  const output = words.slice(1).find((word) => word === null || word.startsWith("of="));
  if (output === undefined) return null;
  if (output === null) return "dd would write to a place that is only known when it runs";
  return output.startsWith("of=/dev/") && !/^of=\/dev\/(?:null|stdout|stderr|fd\/\d+)$/.test(output)
    ? `dd would write to the device ${output.slice(3)}`
    : null;
}
