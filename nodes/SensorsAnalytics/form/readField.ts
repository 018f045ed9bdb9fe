/** Reads one field of the form for the item at hand; undefined where the form does not show it. */
export type ReadField = (name: string) => unknown;
