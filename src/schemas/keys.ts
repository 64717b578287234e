/** The keys of an object that has no others than its type. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

export const hasKey = <T extends object>(of: T, key: PropertyKey): key is keyof T => Object.hasOwn(of, key);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
