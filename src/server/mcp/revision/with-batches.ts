/** The one revision with several messages in one body or line. */
export const WITH_BATCHES = "2025-03-26";
