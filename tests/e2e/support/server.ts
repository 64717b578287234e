import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('./server-process.mjs', import.meta.url));

export interface ServerOptions {
  /** Accounts and media of the demo, already scanned. Default true; false: neither accounts nor libraries. */
  readonly demo?: boolean;
  /** Seconds that an access token lives. */
  readonly accessTokenExpiry?: number;
  /** Seconds that a sign-in lives. */
  readonly refreshTokenExpiry?: number;
  /** A host name that opens it, besides addresses. */
  readonly allowHost?: string;
  /** Allows feeds and files on this machine. */
  readonly allowPrivateFeeds?: boolean;
  /** Sign-ins and refreshes in ten minutes; 0 (default) for any number. */
  readonly rateLimit?: number;
  readonly books?: readonly string[];
  readonly podcasts?: readonly string[];
  /** Address of the stand-in for the directory of podcasts. */
  readonly podcastDirectory?: string;
  /** Address of an existing server: this one then serves only the client and forwards the rest. */
  readonly upstream?: string;
  /** Path below which it is served, like `/earmark`; part of its `url` then. */
  readonly base?: string;
}

/** The built server, run as its command runs it. */
export interface EmbeddedServer {
  /** `http://127.0.0.1:port` with the base path, the same after a restart. */
  readonly url: string;
  readonly pid: number;
  readonly log: () => string;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data folder; also with other options. */
  restart(options?: ServerOptions): Promise<void>;
}

/** A process that runs one server after the other, so that its code is loaded and compiled once. */
interface Host {
  readonly process: ChildProcess;
  /** Terminal output of the present server. */
  log: string[];
}

/** Processes without a server. */
const idle: Host[] = [];

/** @param dataDir folder that holds everything it keeps */
export async function startServer(dataDir: string, options: ServerOptions = {}): Promise<EmbeddedServer> {
  const log: string[] = [];
  let { host, url } = await launch(dataDir, 0, options, log);
  const isRunning = () => host.process.exitCode === null && host.process.signalCode === null && host.log === log;
  const stop = async () => {
    if (!isRunning()) return;
    host.process.send({ kind: 'end' });
    await written(host, /^Earmark has ended$/m);
    host.log = [];
    idle.push(host);
  };
  return {
    url,
    get pid() {
      return host.process.pid ?? 0;
    },
    log: () => log.join(''),
    stop,
    async kill() {
      if (!isRunning()) return;
      host.process.kill('SIGKILL');
      await once(host.process, 'exit');
    },
    async restart(changed) {
      await stop();
      ({ host } = await launch(dataDir, Number(new URL(url).port), { ...options, ...changed }, log));
    },
  };
}

async function launch(
  dataDir: string,
  port: number,
  options: ServerOptions,
  log: string[],
): Promise<{ host: Host; url: string }> {
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
  const env = {
    RATE_LIMIT_AUTH_MAX: String(rateLimit),
    HOST: '127.0.0.1',
    ABS_URL: '',
    ALLOW_HOST: allowHost,
    ALLOW_PRIVATE_FEEDS: allowPrivateFeeds ? '1' : '',
    PODCAST_DIRECTORY: podcastDirectory,
  };
  const host = idle.pop() ?? createHost();
  host.log = log;
  host.process.send({ kind: 'start', args, env });
  const [, url = ''] = await written(host, /^Earmark is ready: (\S+)/m);
  return { host, url };
}

function createHost(): Host {
  const host: Host = { process: fork(entry, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }), log: [] };
  for (const stream of [host.process.stdout, host.process.stderr])
    stream?.on('data', (chunk: Buffer) => host.log.push(chunk.toString()));
  return host;
}

/** Waits for a line that is not written yet. Rejects with the log when the process ends before. */
function written({ process: child, log }: Host, line: RegExp): Promise<RegExpExecArray> {
  const from = log.length;
  return new Promise((resolve, reject) => {
    const stopWaiting = () => {
      child.stdout?.off('data', look);
      child.off('exit', fail);
    };
    const look = () => {
      const found = line.exec(log.slice(from).join(''));
      if (!found) return;
      stopWaiting();
      resolve(found);
    };
    const fail = (code: number | null) => {
      stopWaiting();
      reject(new Error(`The server ended with ${code}: ${log.join('')}`));
    };
    child.stdout?.on('data', look);
    child.on('exit', fail);
  });
}
