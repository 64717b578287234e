import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ServerConfig } from '../../server/config.ts';
import { startServer as start, type RunningServer } from '../../server/index.ts';

export interface TestServer extends RunningServer {
  /** Closes the server and removes its data folder. */
  stop(): Promise<void>;
}

/** A real server on a free port with a data folder of its own. Without options: no accounts, no libraries, no rate limit. */
export async function startServer(options: Partial<ServerConfig> = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-test-'));
  const server = await start({ port: 0, watch: false, rateLimit: { max: 0, windowMs: 1000, message: '' }, ...options, dataDir });
  return {
    ...server,
    stop: async () => {
      await server.close();
      if (options.dataDir === undefined) fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
