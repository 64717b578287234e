export function wantedBy(parts: readonly string[]): {
  has(file: string, from?: number, to?: number): boolean;
};
