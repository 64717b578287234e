import type { ServerContext } from '../context.ts';
import type { ScanService } from './scan.types.ts';

/** Scans and watches the library folders. */
export function createScanService(_ctx: Omit<ServerContext, 'scans'>): ScanService {
  return { scanLibrary: async () => undefined, cancel: () => undefined, watch: () => undefined };
}
