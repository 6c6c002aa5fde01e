import type { WrapperRow } from "./wrapper-row.ts";

/** Wrappers that change who runs the command, where, under what limits, or how often: never looked through to allow. */
export const SYSTEM_WRAPPERS: readonly WrapperRow[] = [
  {
    names: "sudo, sudo-rs",
    flags:
      "-A --askpass -b --background -B --bell -E --preserve-env -e --edit -H --set-home -K --remove-timestamp -k --reset-timestamp -l --list -N --no-update -n --non-interactive -P --preserve-groups -S --stdin -s --shell -i --login -V --version -v --validate",
    values:
      "-u --user -g --group -h --host -p --prompt -C --close-from -R --chroot -D --chdir -T --command-timeout -U --other-user -r --role -t --type -a --auth-type -c --login-class",
    before: ["assignments"],
  },
  { names: "doas", flags: "-n -s -L", values: "-u -C -a" },
  {
    names: "su, runuser",
    flags: "-l --login -m -p --preserve-environment -f --fast -P --pty",
    values: "-u --user -g --group -G --supp-group -s --shell -w --whitelist-environment",
    lines: "-c --command --session-command",
    before: ["maybe", "maybe"],
  },
  { names: "pkexec", flags: "--disable-internal-agent --keep-cwd", values: "--user" },
  { names: "gosu, su-exec, setuidgid, chpst, runas", before: ["any"] },
  { names: "ionice", flags: "-t --ignore", values: "-c --class -n --classdata -p --pid -P --pgid -u --uid" },
  { names: "setsid", flags: "-c --ctty -f --fork -w --wait" },
  {
    names: "setpriv",
    flags: "--clear-groups --keep-groups --init-groups --nnp --no-new-privs --reset-env",
    values:
      "--reuid --regid --groups --ruid --euid --rgid --egid --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile",
  },
  {
    names: "flock",
    flags: "-s --shared -x -e --exclusive -u --unlock -n --nb --nonblock -o --close -F --no-fork --verbose",
    values: "-w --wait --timeout -E --conflict-exit-code",
    lines: "-c --command",
    before: ["any"],
  },
  {
    names: "watch",
    flags:
      "-b --beep -c --color -C --no-color -e --errexit -g --chgexit -p --precise -r --no-rerun -t --no-title -w --no-wrap -x --exec -f --follow",
    values: "-n --interval -q --equexit -s --shotsdir",
    optional: "-d --differences",
    starts: "joined",
  },
  {
    names: "script",
    flags: "-a --append -e --return -f --flush -q --quiet --force",
    values: "-E --echo -I --log-in -O --log-out -B --log-io -T --log-timing -m --logging-format -o --output-limit",
    optional: "-t --timing",
    lines: "-c --command",
    before: ["maybe"],
  },
  {
    names: "chrt",
    flags:
      "-a --all-tasks -b --batch -d --deadline -e --ext -f --fifo -i --idle -m --max -o --other -p --pid -r --rr -R --reset-on-fork -v",
    values: "-T --sched-runtime -P --sched-period -D --sched-deadline",
    before: ["maybe"],
  },
  { names: "taskset", flags: "-a --all-tasks -c --cpu-list -p --pid", before: ["any"] },
  {
    names: "prlimit",
    optional:
      "--as --core --cpu --data --fsize --locks --memlock --msgqueue --nice --nofile --nproc --rss --rtprio --stack",
    values: "-p --pid -o --output",
  },
  {
    names: "numactl",
    values: "-i --interleave -N --cpunodebind -C --physcpubind -m --membind -p --preferred",
    flags: "-l --localalloc -b --balancing -a --all",
  },
  { names: "cgexec, cpulimit, systemd-inhibit, cgclassify", values: "-g -l --limit --what --who --why --mode" },
  {
    names: "unshare",
    flags: "-f --fork -r --map-root-user -c --map-current-user --keep-caps --map-auto",
    values:
      "-R --root -w --wd -S --setuid -G --setgid --propagation --setgroups --map-user --map-group --map-users --map-groups",
    optional:
      "-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C --cgroup -T --time --mount-proc --kill-child",
  },
  {
    names: "nsenter",
    flags: "-a --all -F --no-fork -Z --follow-context --preserve-credentials -e --env",
    values: "-t --target -S --setuid -G --setgid",
    optional: "-m --mount -u --uts -i --ipc -n --net -p --pid -U --user -C --cgroup -T --time -r --root -w --wd",
  },
  { names: "chroot", flags: "--skip-chdir", values: "--userspec --groups", before: ["any"] },
  {
    names: "systemd-run",
    flags:
      "--user --system --scope -r --remain-after-exit -t --pty -P --pipe -S --shell -q --quiet -G --collect -d --same-dir --wait --no-block --send-sighup --slice-inherit",
    values:
      "-H --host -M --machine -p --property -u --unit --description --slice --service-type --uid --gid --nice --working-directory -E --setenv --on-active --on-boot --on-calendar --on-startup --on-unit-active --timer-property --path-property --socket-property",
  },
  {
    names: "bwrap, firejail, proot, fakechroot",
    values: "--bind --ro-bind --dev --proc --tmpfs --chdir --setenv --unsetenv",
  },
  {
    names: "start-stop-daemon",
    values: "-x --exec -a --startas -n --name -p --pidfile -u --user -c --chuid -d --chdir",
  },
  {
    names:
      "daemonize, daemon, nq, tsp, ts, chronic, unbuffer, fakeroot, eatmydata, catchsegv, rlwrap, dbus-run-session, dbus-launch, caffeinate, proxychains, proxychains4, torsocks, torify, tsocks, xvfb-run, sem, softlimit, lchroot, sg",
    lines: "-c",
    values: "-n -a -s -e -E",
  },
  { names: "faketime, setlock, with-lock-ex", flags: "-m -f -n -N -x -X", before: ["any"] },
  { names: "setarch, linux32, linux64, i386, x86_64", flags: "-R -L -X -B -F -I -S -T -Z -3 -v", before: ["maybe"] },
  { names: "at, batch, crontab", starts: "nothing" },
];
