import type { WrapperRow } from "./wrapper-row.ts";

/** Runners of packages and projects, and options of ordinary tools that start something. */
export const PROJECT_WRAPPERS: readonly WrapperRow[] = [
  {
    names: "npx, npm exec, npm x, pnpx, bunx, bun x",
    flags: "-y --yes --no --no-install -q --quiet --ignore-existing --bun",
    values: "-p --package -w --workspace --registry --cache --userconfig",
    lines: "-c --call",
    packages: true,
  },
  {
    names: "pnpm dlx, pnpm exec, yarn dlx, yarn exec, yarn npm exec, corepack",
    flags: "-q --quiet -r --recursive -s --silent",
    values: "-p --package --filter -F",
    lines: "-c --shell-mode",
    packages: true,
  },
  {
    names: "uvx, uv tool run, uv run, pipx run, rye run, hatch run, pdm run, tox exec",
    flags: "-q --quiet -v --verbose --isolated --no-project --frozen --offline",
    values:
      "--from --spec --with --with-editable --with-requirements -p --python --index-url --default-index --env-file --group --extra --directory --project",
    packages: true,
  },
  {
    names:
      "poetry run, pipenv run, bundle exec, bundler exec, rbenv exec, pyenv exec, nodenv exec, asdf exec, opam exec, stack exec, cabal exec, dotnet exec, composer exec",
  },
  { names: "rustup run", before: ["any"] },
  {
    names: "conda run, mamba run, micromamba run",
    flags: "--no-capture-output --live-stream -v",
    values: "-n --name -p --prefix --cwd",
  },
  { names: "direnv exec, nvm exec, nvm run", flags: "--silent", before: ["any"] },
  {
    names:
      "aws-vault exec, doppler run, op run, chamber exec, envchain, volta run, fnm exec, mise exec, mise x, devbox run, mise run, pixi run, flox activate",
    values: "--using --node --env-file -c -p --profile",
    before: ["dashes"],
  },
  {
    names: "dotenv, dotenvx run, env-cmd, cross-env",
    flags: "-o --override",
    values: "-f -e --file",
    before: ["assignments"],
  },
  {
    names: "nix run, nix develop, nix shell, nix-shell, guix shell",
    lines: "--run --command -c",
    values: "-p --packages -I",
    before: ["dashes"],
  },
  {
    names: "concurrently, npm-run-all, run-s, run-p",
    flags: "-k --kill-others -r --raw",
    values: "-n --names -c --prefix-colors -p --prefix",
    starts: "each",
  },
  {
    names: "nodemon, watchexec, entr, reflex, cargo watch, chokidar",
    flags: "-c -r -d -p -q -s -n -z",
    values: "-w --watch -e --ext --exts -i --ignore",
    lines: "-x --exec --shell --command",
    starts: "joined",
  },
  {
    names: "coverage run, kernprof, viztracer, py-spy record, scalene, nyc, c8",
    flags: "-a --append --branch -p",
    values: "-o --output -r --reporter",
  },
  // Each starts a program that an option names.
  { names: "rg", lines: "--pre --hostname-bin", starts: "nothing" },
  { names: "sort", lines: "--compress-program", starts: "nothing" },
  { names: "man", lines: "-P --pager", optional: "-H --html", starts: "nothing" },
  { names: "git send-email", lines: "--sendmail-cmd --to-cmd --cc-cmd --header-cmd", starts: "nothing" },
  {
    names: "tar, gtar, bsdtar",
    lines: "-I --use-compress-program --to-command -F --info-script --new-volume-script --rsh-command --rmt-command",
    settings: "--checkpoint-action",
    starts: "nothing",
  },
  { names: "zip", whole: true, lines: "-TT --unzip-command", starts: "nothing" },
  { names: "install, ginstall", lines: "--strip-program", starts: "nothing" },
  { names: "wget", lines: "--use-askpass", starts: "nothing" },
  { names: "mapfile, readarray", values: "-d -n -O -s -u -c", lines: "-C", starts: "nothing" },
  { names: "complete, compgen", lines: "-C", starts: "nothing" },
  {
    names: "git",
    flags: "--no-pager -P -p --paginate --bare",
    values: "-C --git-dir --work-tree --namespace",
    settings: "-c",
    ordered: true,
    starts: "nothing",
  },
  { names: "git bisect run" },
  { names: "git submodule foreach", flags: "-q --quiet --recursive", starts: "joined" },
  { names: "git rebase", lines: "-x --exec", starts: "nothing" },
  {
    names: "git filter-branch",
    lines: "--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter",
    starts: "nothing",
  },
  { names: "git difftool, git mergetool", lines: "-x --extcmd", starts: "nothing" },
  {
    names: "git fetch, git pull, git clone, git ls-remote, git push, git archive",
    lines: "--upload-pack -u --receive-pack --exec",
    settings: "-c --config",
    starts: "nothing",
  },
  { names: "git grep", lines: "-O --open-files-in-pager", starts: "nothing" },
  // The shell's own.
  { names: "eval", starts: "joined" },
  { names: "trap", starts: "each" },
];
