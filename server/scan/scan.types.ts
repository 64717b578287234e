export type ItemScanResult = 'NOTHING' | 'ADDED' | 'UPDATED' | 'REMOVED' | 'UPTODATE';

export interface ScanOptions {
  /** Read every file again, also those which did not change. */
  readonly force?: boolean;
  /**
   * A library folder that cannot be read leaves its items as they are (a disk not mounted yet), else they become
   * missing.
   */
  readonly keepUnreachable?: boolean;
}

/** Reading library folders (`ctx.scans`), implemented in `scan-service.ts`. */
export interface ScanService {
  /**
   * Scans a library as a task; resolves when it is done, failed or cancelled. A second call while one runs joins it.
   */
  scanLibrary(libraryId: string, options?: ScanOptions): Promise<void>;
  /** Ends the running scan of a library, if there is one. */
  cancel(libraryId: string): void;
  isScanning(libraryId: string): boolean;
  /** Reads one item again if its files changed. */
  scanItem(itemId: string): Promise<ItemScanResult>;
  /** Begins to watch the folders of all libraries, and follows when libraries change; resolves when all is watched. */
  watch(): Promise<void>;
}
