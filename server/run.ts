import { once } from 'node:events';
import { usage, type CliChoice } from './cli-options.ts';
import { createClientFiles } from './client/client-files.ts';
import { createHostCheck } from './http/hosts.ts';
import { addressOf, explainListenError } from './http/listen.ts';
import { isWriteFailure } from './http/write-failures.ts';
import { importBackup } from './import/import-backup.ts';
import { startServer } from './index.ts';
import { builtClient } from './paths.ts';
import { createUpstreamProxy } from './proxy/upstream-proxy.ts';
import { demoAccounts } from './seed.ts';

export { readOptions } from './cli-options.ts';

/** Runs the command; resolves with the function that ends it, or null when there is nothing to end. */
export async function run(choice: CliChoice): Promise<(() => Promise<void>) | null> {
  switch (choice.kind) {
    case 'help':
      console.log(usage);
      return null;
    case 'import':
      for (const line of await importBackup(choice)) console.log(line);
      console.log(`Start Earmark with --data ${choice.dataDir}`);
      return null;
    case 'proxy':
      return runProxy(choice);
    case 'server': {
      const clientDir = process.env['EARMARK_CLIENT'] === 'none' ? null : builtClient;
      const server = await startServer({ ...choice.config, clientDir }, console.log);
      console.log(`Earmark is ready: ${server.url}${choice.config.base ?? ''}`);
      if (choice.config.demo) {
        console.log(
          `Demo accounts: ${demoAccounts.map(({ username, password }) => `${username} / ${password}`).join(', ')}`,
        );
      }
      return () => server.close();
    }
  }
}

async function runProxy({
  upstream,
  host,
  port,
  allowedHosts,
  base,
  hasOwnHost,
  casting,
}: Extract<CliChoice, { kind: 'proxy' }>): Promise<() => Promise<void>> {
  const server = createUpstreamProxy(
    upstream,
    createClientFiles(builtClient, () => ({ frames: false, casting })),
    createHostCheck([host, ...allowedHosts]),
    { base, hasOwnHost },
  );
  server.listen({ host, port });
  await once(server, 'listening').catch((cause: unknown) => {
    throw explainListenError(cause, { host, port });
  });
  console.log(`Earmark is ready: ${addressOf(server, host)}${base} (for the server at ${upstream.href})`);
  return async () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Keeps the process alive through failures that leave the server intact. */
export function surviveFailures(): void {
  // A failed background job (a watcher, a feed) must not end the server for everyone.
  process.on('unhandledRejection', (cause) => console.error('Unexpected error:', cause));
  // Nor must a failed write without a waiting caller (disk full); after anything else the state is unknown.
  process.on('uncaughtException', (cause) => {
    console.error('Unexpected error:', cause);
    if (!isWriteFailure(cause)) process.exit(1);
  });
}
