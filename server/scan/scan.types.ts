export type ItemScanResult = 'NOTHING' | 'ADDED' | 'UPDATED' | 'REMOVED' | 'UPTODATE';

export interface ScanOptions {
  /** Read every file again, unchanged ones too. */
  readonly force?: boolean;
  /** An unreadable library folder leaves its items unchanged (a disk not mounted yet); else they become missing. */
  readonly keepUnreachable?: boolean;
}

/** Reading library folders (`ctx.scans`), implemented in `scan-service.ts`. */
export interface ScanService {
  /**
   * Scans a library as a task; resolves when it is done, failed or cancelled. A second call while one runs joins it.
   */
  scanLibrary(libraryId: string, options?: ScanOptions): Promise<void>;
  /** Ends the running scan of a library, if any. */
  cancel(libraryId: string): void;
  isScanning(libraryId: string): boolean;
  /** Reads one item again if its files changed. */
  scanItem(itemId: string): Promise<ItemScanResult>;
  /** Watches the folders of all libraries, and follows changes of libraries; resolves when all is watched. */
  watch(): Promise<void>;
}
