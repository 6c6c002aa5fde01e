/** What a secret may be called where it is kept. Not `.` or `..`, which are no files. */
export function isSecretName(name: string): boolean {
  return /^[A-Za-z0-9_.-]{1,128}$/.test(name) && !/^\.+$/.test(name);
}
