/** What a secret may be called, wherever its name stands. */
export const SECRET_NAME: RegExp = /^[A-Za-z0-9_]{1,64}$/;
