/** What the collection 'Message' holds. */
export type Details = { [name: string]: unknown };
