/** How long a program in a container may take where nothing else is said, in milliseconds. */
export const CONTAINER_TIMEOUT_MS = 300_000;
