export const strykerPlugins: readonly {
  readonly kind: string;
  readonly name: string;
  /** Why a node of Babel's tree is skipped; undefined: it may be changed. */
  readonly value: { shouldIgnore(path: object): string | undefined };
}[];
