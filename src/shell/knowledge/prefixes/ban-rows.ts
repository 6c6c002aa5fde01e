/** Why, and commands that it goes for, divided by commas. */
export type BanRow = readonly [reason: string, commands: string];

/** Commands that run anything at all, depending on what follows. */
export const RUNS_ANYTHING: readonly BanRow[] = [
  [
    "is a shell, which runs whatever it is given",
    "sh, bash, dash, zsh, ksh, mksh, ash, rbash, yash, fish, csh, tcsh, pwsh, powershell, cmd, cmd.exe, powershell.exe, nu, elvish, xonsh, osascript",
  ],
  [
    "runs text or files as commands of the shell",
    "eval, source, ., exec, trap, alias, function, coproc, mapfile, readarray, complete, bind, enable, hash, set, shopt, export, declare, typeset, local, readonly",
  ],
  ["starts programs later, or in a terminal of its own", "at, batch, crontab, launchctl, expect, tmux, screen"],
  [
    "runs the code that follows",
    "python -m timeit, python3 -m timeit, python -m runpy, python3 -m runpy, python -m pdb, python3 -m pdb, python -m code, python3 -m code, python -m cProfile, python3 -m cProfile, python -m profile, python3 -m profile, python -m trace, python3 -m trace, deno eval, node --eval, go generate",
  ],
];

/** Commands that run what the next word names, whatever that is; fine where a rule names it. */
export const RUNS_NEXT_WORD: ReadonlySet<string> = new Set([
  "go run",
  "go tool",
  "deno run",
  "bun run",
  "yarn node",
  "npm explore",
]);

/** Commands that may be covered whole by a human who writes the rule, but that nobody should be offered a rule about. */
export const TOO_WIDE: readonly BanRow[] = [
  ["changes who runs what follows, or where", "sudo, doas, su, pkexec, runuser, chroot, ssh, mosh, systemd-run"],
  [
    "runs programs named by its options or its script",
    "find, fd, fdfind, awk, gawk, mawk, nawk, sed, gsed, ed, ex, vi, vim, nvim, emacs, nano, less, more, man, info, tar, gtar, bsdtar, zip, rsync, scp, sftp, gdb, lldb, ftp, m4, entr, dc",
  ],
  [
    "has commands of its own that start programs",
    "sqlite3, psql, mysql, mariadb, mongosh, redis-cli, ghci, iex, irb, pry, scala, jshell, clj, clojure, sbcl, racket, guile, R, Rscript, octave, julia, gnuplot, tclsh, wish, groovy, kotlin",
  ],
  ["moves data to or from any place of the network", "nc, ncat, netcat, socat, telnet, openssl"],
  [
    "destroys or overwrites whatever is named",
    "rm, rmdir, unlink, shred, dd, mkfs, fdisk, parted, wipefs, truncate, chmod, chown, chgrp, kill, pkill, killall, mount, umount, shutdown, reboot, halt, poweroff, init, iptables, nft, useradd, userdel, usermod, passwd, visudo",
  ],
  [
    "installs packages, whose scripts run",
    "npm install, npm i, npm add, npm ci, npm update, npm init, npm create, npm link, npm rebuild, pnpm add, pnpm install, pnpm i, pnpm update, pnpm create, pnpm link, yarn add, yarn install, yarn create, yarn up, yarn global, yarn link, bun add, bun install, bun create, pip install, pip3 install, pip download, pip wheel, uv add, uv sync, uv pip, uv tool, poetry add, poetry install, pipenv install, pipx install, conda install, gem install, bundle install, composer require, composer install, cargo install, go install, go get, brew install, apt install, apt-get install, dnf install, yum install, pacman, apk add, snap install, helm plugin, gh extension, python -m pip, python3 -m pip, rustup, cpan, cpanm, luarocks, easy_install",
  ],
  [
    "runs code or programs that its arguments name",
    "docker run, docker exec, docker compose exec, docker compose run, docker build, docker buildx, kubectl exec, kubectl run, kubectl debug, kubectl apply, kubectl cp, podman run, podman exec, ansible, vagrant ssh, gcloud compute, aws ssm, npm config, npm pkg, npm set-script, yarn config, pnpm config, mvn exec:java, mvn exec:exec, python -m http.server, python3 -m http.server",
  ],
  [
    "changes what git runs, or runs a command with each step",
    "git config, git rebase, git bisect, git submodule, git filter-branch, git difftool, git mergetool, git clone, git archive, git ls-remote, git grep, git lfs, git send-email, git daemon, git upload-pack, git receive-pack, git shell",
  ],
  ["changes what gh runs", "gh alias, gh codespace, gh config"],
];

/** Interpreters: fine with a script, not alone and not with code among their words. */
export const INTERPRETERS: ReadonlySet<string> = new Set(
  "python python2 python3 pypy pypy3 node nodejs deno bun ruby perl php lua luajit".split(" "),
);

/** Programs that carry data out, unless the rule says where to. */
export const TRANSFERS: ReadonlySet<string> = new Set(["curl", "wget", "http", "https", "xh", "aria2c"]);
