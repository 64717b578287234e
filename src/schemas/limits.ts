/** The largest number, other than a time, that forms send and the server takes: as seconds 31,000 years. */
export const LARGEST = 1e12;
