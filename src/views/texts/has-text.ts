type KeyOf<T> = T extends { has: (key: infer Key) => boolean } ? Key : never;

/** Whether the catalogue has a text for a key that comes from data. */
export const hasText = <T extends { has(key: string): boolean }, Key extends string>(
  t: T,
  key: Key,
): key is Key & KeyOf<T> => t.has(key);
