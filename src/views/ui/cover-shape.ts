export type CoverAspect = 'square' | 'book';

/** Height by width of each shape. */
export const COVER_RATIO: Record<CoverAspect, number> = { square: 1, book: 1.6 };
