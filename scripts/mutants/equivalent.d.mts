export interface Equivalent {
  readonly file: string;
  readonly kind: string;
  readonly what: string;
  readonly line?: string;
  readonly because: string;
}
export const EQUIVALENT: readonly Equivalent[];
export function ofMachines(list?: readonly Equivalent[]): readonly Equivalent[];
export function ofLogic(list?: readonly Equivalent[]): readonly Equivalent[];
export function withoutEquivalent<
  Mutant extends { readonly file: string; readonly kind: string; readonly what: string; readonly line: number },
>(
  mutants: readonly Mutant[],
  sources: ReadonlyMap<string, string>,
  list: readonly Equivalent[],
  isWhole?: (file: string) => boolean,
): readonly Mutant[];
