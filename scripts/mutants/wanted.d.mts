export function wantedBy(parts: readonly string[]): {
  isWhole(file: string): boolean;
  has(file: string, from?: number, to?: number): boolean;
};
