import type { CommandRow } from "./command-row.ts";

const TARGET = "-t --target-directory";
const WRITES = { rest: "write" } as const;
const OWNER = { first: "data", firstUnless: "--reference", rest: "write" } as const;
/** A script does with its words what it likes: each may be a file that it reads. */
const SCRIPT = { first: "read", rest: "read" } as const;

/** Commands that create, change or remove files, or carry them elsewhere; never read-only. */
export const WRITING_COMMANDS: readonly CommandRow[] = [
  {
    names: "cp",
    values: "-S --suffix --sparse --no-preserve",
    flags: "-r -R -a --recursive --archive",
    deep: "-r -R -a --recursive --archive",
    writes: TARGET,
    operands: { rest: "read", last: "write", lastUnless: TARGET },
  },
  {
    names: "mv",
    values: "-S --suffix",
    writes: TARGET,
    operands: { rest: "delete", last: "write", lastUnless: TARGET },
  },
  {
    names: "ln, link",
    values: "-S --suffix",
    writes: TARGET,
    operands: { rest: "read", last: "write", lastUnless: TARGET },
  },
  {
    names: "install, ginstall",
    values: "-m --mode -o --owner -g --group -S --suffix --strip-program",
    writes: TARGET,
    operands: { rest: "read", last: "write", lastUnless: TARGET },
  },
  { names: "rm, rmdir, unlink", operands: { rest: "delete" } },
  { names: "shred", values: "-n --iterations -s --size", reads: "--random-source", operands: { rest: "delete" } },
  { names: "touch", values: "-d --date -t --time", reads: "-r --reference", operands: WRITES },
  { names: "mkdir, mkfifo, mknod", values: "-m --mode", operands: WRITES },
  { names: "tee", operands: WRITES },
  {
    names: "truncate, fallocate",
    values: "-s --size -l --length -o --offset",
    reads: "-r --reference",
    operands: WRITES,
  },
  { names: "chmod, chown, chgrp, chattr, setfacl", reads: "--reference", operands: OWNER },
  {
    names: "split",
    values: "-a -b -C -l -n -t --suffix-length --bytes --lines --number",
    operands: { first: "read", rest: "write" },
  },
  { names: "csplit", values: "-b -f -n --prefix", operands: { first: "read", rest: "data" } },
  { names: "mktemp", values: "--suffix", writes: "-p --tmpdir", operands: WRITES },
  {
    names: "gzip, gunzip, bzip2, bunzip2, xz, unxz, zstd, unzstd, lzma, compress, uncompress",
    values: "-S --suffix",
    writes: "-o",
    operands: WRITES,
  },
  {
    names: "zip",
    values: "-x -i -n -t -tt -P -b",
    flags: "-r -R",
    deep: "-r -R",
    operands: { first: "write", rest: "read" },
  },
  { names: "unzip", values: "-x -P", writes: "-d", operands: { first: "read", rest: "data" } },
  { names: "7z, 7za, rar, unrar", operands: { first: "data", rest: "write" } },
  {
    names: "patch",
    values: "-p -F -B -z -V -Y --strip --fuzz",
    reads: "-i --input",
    writes: "-o --output -r --reject-file -d --directory",
    operands: { first: "write", rest: "read" },
  },
  {
    names: "wget",
    values:
      "-e -U -t -T -Q -A -R -D -I -X -l --header --user-agent --post-data --tries --timeout --user --password --method --body-data --level",
    reads: "-i --input-file --post-file --body-file --ca-certificate --load-cookies --config",
    writes: "-O --output-document -P --directory-prefix -o --output-file -a --append-output --save-cookies",
  },
  {
    names: "rsync",
    values: "-e --rsh -f --filter --exclude --include --rsync-path --port --bwlimit --timeout -M -B -T --chmod --chown",
    reads: "--exclude-from --include-from --files-from --password-file",
    flags: "-r -a --recursive --archive",
    deep: "-r -a --recursive --archive",
    writes: "--log-file --backup-dir --partial-dir --temp-dir",
    operands: { rest: "read", last: "write" },
  },
  {
    names: "scp",
    values: "-c -J -l -o -P -S -X -D",
    flags: "-r",
    deep: "-r",
    reads: "-F -i",
    operands: { rest: "read", last: "write" },
  },
  {
    names: "python, python2, python3, pypy, pypy3",
    values: "-W -X -Q -c -m --check-hash-based-pycs",
    operands: { ...SCRIPT, firstUnless: "-c -m" },
  },
  {
    names: "node, nodejs, bun, deno",
    values: "-C -e -p -pe --conditions --eval --print",
    reads: "-r --require --import --env-file --loader",
    operands: { ...SCRIPT, firstUnless: "-e -p -pe --eval --print" },
  },
  {
    names: "ruby, perl, php, lua, tclsh, Rscript",
    values: "-I -C -x -d -e -E",
    reads: "-r -f",
    operands: { ...SCRIPT, firstUnless: "-e -E -r" },
  },
  {
    names: "bash, sh, dash, zsh, ksh, ash, fish, csh, tcsh",
    values: "-o -O -c",
    reads: "--rcfile --init-file",
    operands: { ...SCRIPT, firstUnless: "-c" },
  },
  { names: "source, .", operands: SCRIPT },
  {
    names: "awk, gawk, mawk, nawk",
    values: "-F -v -e --source",
    reads: "-f --file -i --include",
    operands: { first: "data", firstUnless: "-f --file -e --source", rest: "read" },
  },
  { names: "vi, vim, nvim, nano, emacs, ed, ex, code, less, more, bat, batcat", operands: { rest: "read" } },
  {
    names: "make, gmake, ninja",
    values: "-j -l -o -W --jobs --load-average",
    reads: "-f --file --makefile",
    lists: "-C -I --directory --include-dir",
  },
];
