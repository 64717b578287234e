/** The largest number, except times, in forms: as seconds 31,000 years. */
export const LARGEST = 1e12;
