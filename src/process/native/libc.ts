/** Addresses and pointer lists for 64-bit systems; buffers are handed over in place, without a copy. */
export interface Libc {
  readonly addressOf: (memory: Uint8Array) => bigint;
  /** The error of the call just before. */
  readonly errno: () => number;
  readonly pipe2: (descriptors: Int32Array, flags: number) => number;
  readonly setrlimit: (resource: number, softAndHard: BigUint64Array) => number;
  readonly waitpid: (pid: number, status: Int32Array, options: number) => number;
  readonly posixSpawn: (
    pid: Int32Array,
    path: bigint,
    actions: Uint8Array,
    attributes: Uint8Array,
    argv: BigUint64Array,
    envp: BigUint64Array,
  ) => number;
  readonly actionsInit: (actions: Uint8Array) => number;
  readonly actionsDestroy: (actions: Uint8Array) => number;
  readonly actionsAddOpen: (actions: Uint8Array, fd: number, path: bigint, flags: number, mode: number) => number;
  readonly actionsAddDup2: (actions: Uint8Array, from: number, to: number) => number;
  readonly actionsAddChdir: (actions: Uint8Array, path: bigint) => number;
  readonly actionsAddCloseFrom: (actions: Uint8Array, first: number) => number;
  readonly attributesInit: (attributes: Uint8Array) => number;
  readonly attributesSetFlags: (attributes: Uint8Array, flags: number) => number;
  readonly attributesSetSigDefault: (attributes: Uint8Array, signals: Uint8Array) => number;
  readonly attributesSetSigMask: (attributes: Uint8Array, signals: Uint8Array) => number;
}

/**
 * The functions of the GNU C library that start and collect processes. Throws where one is missing: another system, another
 * C library, one older than 2.34, or no foreign-function library installed.
 */
export async function loadLibc(): Promise<Libc> {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new Error(`posix_spawn is called directly only on 64-bit Linux, not on ${process.platform} ${process.arch}`);
  }
  const { default: koffi } = await import("koffi");
  const library = koffi.load("libc.so.6");
  return {
    addressOf: (memory) => koffi.address(memory),
    errno: () => koffi.errno(),
    pipe2: library.func("int pipe2(void *, int)"),
    setrlimit: library.func("int setrlimit(int, void *)"),
    waitpid: library.func("int waitpid(int, void *, int)"),
    posixSpawn: library.func("int posix_spawn(void *, void *, void *, void *, void *, void *)"),
    actionsInit: library.func("int posix_spawn_file_actions_init(void *)"),
    actionsDestroy: library.func("int posix_spawn_file_actions_destroy(void *)"),
    actionsAddOpen: library.func("int posix_spawn_file_actions_addopen(void *, int, void *, int, unsigned int)"),
    actionsAddDup2: library.func("int posix_spawn_file_actions_adddup2(void *, int, int)"),
    actionsAddChdir: library.func("int posix_spawn_file_actions_addchdir_np(void *, void *)"),
    actionsAddCloseFrom: library.func("int posix_spawn_file_actions_addclosefrom_np(void *, int)"),
    attributesInit: library.func("int posix_spawnattr_init(void *)"),
    attributesSetFlags: library.func("int posix_spawnattr_setflags(void *, short)"),
    attributesSetSigDefault: library.func("int posix_spawnattr_setsigdefault(void *, void *)"),
    attributesSetSigMask: library.func("int posix_spawnattr_setsigmask(void *, void *)"),
  };
}
