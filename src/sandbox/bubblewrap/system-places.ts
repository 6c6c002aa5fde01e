/** Private and empty in every profile: the sockets of services, displays and agents stand there. */
export const PRIVATE_FOLDERS: readonly string[] = ["/tmp", "/run", "/var/run"];

/** Made anew in every profile. */
export const MADE_FOLDERS: readonly string[] = ["/dev", "/proc"];

/** What `isolated` shows of the system: its programs, their libraries, and settings without secrets. */
export const SYSTEM_PLACES: readonly string[] = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"],
  ...[
    "alternatives ca-certificates gai.conf group host.conf hosts java java-8-openjdk ld.so.cache ld.so.conf ld.so.conf.d",
    "locale.alias localtime login.defs magic mime.types nsswitch.conf passwd perl pki protocols python3 services",
    "ssl/certs ssl/openssl.cnf static terminfo timezone",
  ]
    .flatMap((line) => line.split(" "))
    .map((name) => `/etc/${name}`),
];

/** Where the names of hosts are looked up; often a link into `/run`. */
export const RESOLVER_FILE = "/etc/resolv.conf";
