/** A least width of cells in CSS pixels that is wider than any view, so that there is one column. */
export const ONE_COLUMN = 10_000;
