/** Private and empty in every profile: the sockets of services, displays and agents stand there. */
export const PRIVATE_FOLDERS: readonly string[] = ["/tmp", "/run", "/var/run"];

/** Made anew in every profile. */
export const MADE_FOLDERS: readonly string[] = ["/dev", "/proc"];

/** Often links into `/usr`, and then made as links, which costs nothing. */
export const SYSTEM_LINKS: readonly string[] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** What `isolated` shows of the system: its programs, their libraries, and the few settings that most of them read. */
export const SYSTEM_PLACES: readonly string[] = [
  ...["/usr", ...SYSTEM_LINKS, "/nix/store", "/gnu/store"],
  ...["alternatives", "group", "hosts", "ld.so.cache", "localtime", "nsswitch.conf", "passwd", "pki", "static"].map(
    (name) => `/etc/${name}`,
  ),
  ...["/etc/ssl/certs", "/etc/ssl/openssl.cnf"],
];

/** Where the names of hosts are looked up; often a link into `/run`. */
export const RESOLVER_FILE = "/etc/resolv.conf";
