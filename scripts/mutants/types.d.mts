export interface Changed {
  readonly file: string;
  readonly code: string;
}
export function typesRefuse<Mutant extends Changed>(root: string, mutants: readonly Mutant[]): Set<Mutant>;
