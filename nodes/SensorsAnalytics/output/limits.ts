/** Characters of an answer; a model reads some 2,000 words of them. */
export const DEFAULT_CHARACTERS = 8000;

/** Rows of a report that are made without asking. */
export const DEFAULT_LARGEST_REPORT = 250_000;
