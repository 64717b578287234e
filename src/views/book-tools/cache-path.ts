/** The server's default. */
export const cachePath = (itemId: string): string => `/metadata/cache/items/${itemId}`;
