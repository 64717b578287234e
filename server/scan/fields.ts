/** Drops the members without a value: undefined, empty texts and lists. */
export function filled<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  const isFilled = (value: unknown): boolean =>
    value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value))) as T;
}
