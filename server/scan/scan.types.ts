/** Reading library folders (`ctx.scans`), implemented in `scan-service.ts`. */
export interface ScanService {
  /** Scans a library as a task; resolves when it is done, failed or cancelled. A second call while one runs joins it. */
  scanLibrary(libraryId: string, options?: { readonly force?: boolean }): Promise<void>;
  /** Ends the running scan of a library, if there is one. */
  cancel(libraryId: string): void;
  /** Begins to watch the folders of all libraries. */
  watch(): void;
}
