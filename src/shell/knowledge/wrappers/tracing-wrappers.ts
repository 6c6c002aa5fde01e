import type { WrapperRow } from "./wrapper-row.ts";

/** Debuggers, remote shells, containers and loaders: whatever they are given runs somewhere. */
export const TRACING_WRAPPERS: readonly WrapperRow[] = [
  {
    names: "strace",
    flags: "-f -ff -c -C -d -h -i -k -n -q -r -t -tt -T -v -V -w -x -xx -y -yy -z -Z -D",
    values: "-a -b -e -E -I -o -O -p -P -s -S -u -U -X",
  },
  { names: "ltrace", flags: "-f -c -C -i -L -r -S -t -T -V -h", values: "-a -A -D -e -F -l -n -o -p -s -u -w -x" },
  {
    names: "gdb, lldb, rr, uftrace",
    whole: true,
    lines: "-ex -iex --eval-command -o --one-line",
    values: "-x -s --command",
    flags: "--args -batch --batch -q -quiet",
  },
  { names: "valgrind", flags: "-q -v" },
  { names: "perf stat, perf record, perf trace", values: "-e -o -F -C -p -t -r -g" },
  {
    names: "rr record, heaptrack, hyperfine",
    values:
      "-w --warmup -r --runs -m --min-runs -M --max-runs -L --parameter-list -P --parameter-scan --export-json --export-markdown",
    lines: "-p --prepare -s --setup -c --cleanup",
    starts: "each",
  },
  {
    names: "parallel",
    flags: "-k --keep-order -t --verbose -q --quote -X -m --bar --eta --dry-run --progress",
    values:
      "-j --jobs -a --arg-file -n --max-args -N -I -S --sshlogin --timeout --delay --results --joblog -C --colsep -d --delimiter --retries --halt --tmpdir --workdir --wd --env -s -L -l -P",
    starts: "joined",
    end: ":::",
  },
  {
    names: "ssh, autossh, mosh, dbclient",
    flags: "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y",
    values: "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -P -p -Q -R -S -W -w",
    settings: "-o",
    before: ["any"],
    starts: "joined",
  },
  { names: "sshpass", flags: "-e -v", values: "-p -f -d -P" },
  { names: "rsync", lines: "-e --rsh --rsync-path", starts: "nothing" },
  { names: "scp, sftp", lines: "-S", settings: "-o", starts: "nothing" },
  {
    names: "docker exec, docker container exec, podman exec, nerdctl exec, lxc exec",
    flags: "-d --detach -i --interactive -t --tty --privileged",
    values: "-e --env --env-file -u --user -w --workdir --detach-keys",
    before: ["any"],
  },
  {
    names: "docker run, docker container run, docker create, podman run, nerdctl run",
    flags: "-d --detach -i --interactive -t --tty --rm --init --privileged --read-only -P --publish-all -q --quiet",
    values:
      "-a --attach -e --env --env-file -v --volume -p --publish --name -u --user -w --workdir --network --net --entrypoint -m --memory --cpus -c --cpu-shares -l --label --mount --add-host -h --hostname --platform --pull --restart --shm-size --tmpfs --ulimit --gpus --cap-add --cap-drop --security-opt --device --dns --ip --log-driver --log-opt --pid --ipc --userns --cidfile --expose --link --stop-signal --stop-timeout --volumes-from --runtime --group-add",
    lines: "--entrypoint",
    before: ["any"],
  },
  {
    names: "docker compose exec, docker compose run, docker-compose exec, docker-compose run, podman compose exec",
    flags: "-d --detach -T --no-TTY --rm --no-deps --privileged --service-ports",
    values: "-e --env -u --user -w --workdir --index --name -v --volume -p --publish -l --label",
    lines: "--entrypoint",
    before: ["any"],
  },
  {
    names: "kubectl exec, oc exec, kubectl debug, oc rsh",
    flags: "-i --stdin -t --tty -q --quiet",
    values: "-n --namespace -c --container --context --pod-running-timeout --image",
    before: ["any", "dashes"],
  },
  {
    names: "kubectl run, oc run",
    flags: "-i --stdin -t --tty --rm --command -q --quiet",
    values: "-n --namespace --image --env --restart --labels -l --overrides",
    before: ["any", "dashes"],
  },
  {
    names: "vagrant ssh, multipass exec, gcloud compute, fly ssh, heroku run",
    lines: "-c --command",
    before: ["maybe", "dashes"],
  },
  { names: "busybox, toybox" },
  {
    names: "ld.so, ld-linux.so",
    flags: "--list --verify --inhibit-cache",
    values: "--library-path --inhibit-rpath --audit --preload --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask",
  },
  { names: "qemu-x86_64, qemu-aarch64, qemu-arm, wine, box64", values: "-L -E -U -cpu" },
  {
    names:
      "tmux new-session, tmux new, tmux new-window, tmux neww, tmux split-window, tmux splitw, tmux respawn-pane, tmux run-shell, tmux run, tmux if-shell",
    flags: "-d -A -D -P -h -v -b",
    values: "-s -n -c -t -x -y -e -F -l",
    starts: "joined",
  },
  { names: "screen", flags: "-d -m -D -R -A", values: "-S -c -e -h -p -s -T -t", lines: "-X" },
  { names: "xterm, gnome-terminal, konsole, alacritty, kitty, wezterm", flags: "-e --command -x --" },
];
