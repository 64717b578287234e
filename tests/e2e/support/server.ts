import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url));

export interface ServerOptions {
  /** Accounts and media of the demo, read in already. Default true; false: neither accounts nor libraries. */
  readonly demo?: boolean;
  /** Seconds that an access token lives. */
  readonly accessTokenExpiry?: number;
  /** Seconds that a sign-in lives. */
  readonly refreshTokenExpiry?: number;
  /** A name by which it is opened, besides addresses. */
  readonly allowHost?: string;
  /** Feeds and their files may be on this machine. */
  readonly allowPrivateFeeds?: boolean;
  /** Sign-ins and refreshes in ten minutes; 0 (default) for any number. */
  readonly rateLimit?: number;
  readonly books?: readonly string[];
  readonly podcasts?: readonly string[];
  /** Address of the stand-in for the directory of podcasts. */
  readonly podcastDirectory?: string;
  /**
   * Address of a server that is already there: only the client is served then, and everything else comes from that one.
   */
  readonly upstream?: string;
  /** Path below which it is found, like `/earmark`; part of its `url` then. */
  readonly base?: string;
}

/** The built server as a process, as a person starts it. */
export interface EmbeddedServer {
  /** `http://127.0.0.1:port` with the base path, the same after a restart. */
  readonly url: string;
  readonly pid: number;
  /** Everything that it wrote to its terminal. */
  readonly log: () => string;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data folder; also with other options. */
  restart(options?: ServerOptions): Promise<void>;
}

/** @param dataDir folder that holds everything it keeps */
export async function startServer(dataDir: string, options: ServerOptions = {}): Promise<EmbeddedServer> {
  const first = await launch(dataDir, 0, options);
  let { process: running } = first;
  const { url, log } = first;
  const end = async (signal: NodeJS.Signals) => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  };
  return {
    url,
    get pid() {
      return running.pid ?? 0;
    },
    log: () => log.join(''),
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    async restart(changed) {
      await end('SIGINT');
      const again = await launch(dataDir, Number(new URL(url).port), { ...options, ...changed }, log);
      running = again.process;
    },
  };
}

async function launch(
  dataDir: string,
  port: number,
  options: ServerOptions,
  log: string[] = [],
): Promise<{ process: ChildProcess; url: string; log: string[] }> {
  const {
    demo = true,
    accessTokenExpiry,
    refreshTokenExpiry,
    rateLimit = 0,
    books = [],
    podcasts = [],
    upstream,
    base,
    allowPrivateFeeds = false,
    podcastDirectory = '',
    allowHost = '',
  } = options;
  const args = [
    '--port',
    String(port),
    '--data',
    dataDir,
    ...(demo ? ['--demo'] : []),
    ...(accessTokenExpiry === undefined ? [] : ['--access-token-expiry', String(accessTokenExpiry)]),
    ...(refreshTokenExpiry === undefined ? [] : ['--refresh-token-expiry', String(refreshTokenExpiry)]),
    ...books.flatMap((folder) => ['--books', folder]),
    ...podcasts.flatMap((folder) => ['--podcasts', folder]),
    ...(upstream === undefined ? [] : ['--upstream', upstream]),
    ...(base === undefined ? [] : ['--base', base]),
  ];
  const child = spawn(process.execPath, [entry, ...args], {
    env: {
      ...process.env,
      RATE_LIMIT_AUTH_MAX: String(rateLimit),
      HOST: '127.0.0.1',
      ABS_URL: '',
      ALLOW_HOST: allowHost,
      ALLOW_PRIVATE_FEEDS: allowPrivateFeeds ? '1' : '',
      PODCAST_DIRECTORY: podcastDirectory,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const linesBefore = log.length;
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      log.push(chunk.toString());
      const ready = /Earmark is ready: (\S+)/.exec(log.slice(linesBefore).join(''))?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${log.join('')}`)));
  });
  return { process: child, url, log };
}
