const FUNCTION_WORDS =
  /(?:^|\s)(?:the|a|an|your|you|must|be|is|are|at|to|or|of|for|and|in|on|with|please|enter|not|no|this|that|should|can|new|from|here|least|characters)(?:\s|$)/i;

/** Whether some words are a sentence about a password, rather than one that is made of words. */
export function isProse(text: string): boolean {
  return FUNCTION_WORDS.test(text) || /^[A-Z][a-z]*\s/.test(text) || /[.,:;?!]\s|[.:?…]$/.test(text);
}
