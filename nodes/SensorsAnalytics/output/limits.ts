/** Default length of an answer in characters, which is about 2,000 words for a model. */
export const DEFAULT_CHARACTERS = 8000;

/** Default maximum of a report's rows. */
export const DEFAULT_LARGEST_REPORT = 250_000;
