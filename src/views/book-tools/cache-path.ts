/** Where the server keeps the old files of an item, as it is set up at first. */
export const cachePath = (itemId: string): string => `/metadata/cache/items/${itemId}`;
