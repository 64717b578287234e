export interface ChunkReport {
  readonly file: string;
  readonly name: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly css: readonly string[];
  readonly modules: Readonly<Record<string, number>>;
}

export const BUDGET_KB: number;
export const PAGE_BUDGETS: Readonly<Record<string, { readonly kb: number; readonly files: number }>>;

export function measure(given: { html: string; chunks: readonly ChunkReport[]; gzipOf: (file: string) => number }): {
  rows: { file: string; gzip: number; own: number; first: boolean }[];
  pages: { page: string; gzip: number; files: number; isOver: boolean }[];
  firstLoad: number;
  ownInFirstLoad: number;
  packages: [string, number][];
};
