/** A least cell width (CSS pixels) wider than any view: one column. */
export const ONE_COLUMN = 10_000;
