import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultConfig, isLoopback, type ServerConfig } from './config.ts';
import { StartError } from './errors.ts';
import type { ImportOptions } from './import/import-backup.ts';
import { readBasePath } from './http/browser-address.ts';
import { publicServices, type SearchServices } from './search/services.ts';

export const usage = `Usage: npm start -- [options]

  --port N                  port to listen on (PORT; ${defaultConfig.port}; 0 takes a free one)
  --host ADDRESS            address to listen on (HOST; ${defaultConfig.host})
  --allow-host NAME         a name by which the server is opened, besides addresses and localhost (ALLOW_HOST, with
                            commas between several); may be given several times
  --data DIR                data folder (DATA_DIR; ./data)
  --books DIR               a folder of audiobooks and ebooks; may be given several times
  --podcasts DIR            a folder of podcasts; may be given several times
  --demo                    the demo library (the default when no folder is given)
  --import FILE             makes a new data folder, named with --data, of a backup of an Audiobookshelf server; says what
                            was taken over, and ends
  --map THERE=HERE          with --import: where a folder of that server is here; may be given several times
  --base PATH               path below which a reverse proxy shows it, like /earmark (BASE_PATH; else by its
                            X-Forwarded-Prefix)
  --upstream URL            serve the client for a server that is already there (ABS_URL)
  --upstream-own-host       with --upstream: that server gets its own name as Host, because a proxy in front of it needs
                            that; OpenID can't work then (UPSTREAM_OWN_HOST=1)
  --casting                 with --upstream: the page may load the Cast framework (CASTING=1)
  --access-token-expiry S   seconds that an access token lives (ACCESS_TOKEN_EXPIRY; ${defaultConfig.accessTokenExpiry})
  --refresh-token-expiry S  seconds that a sign-in lives (REFRESH_TOKEN_EXPIRY; ${defaultConfig.refreshTokenExpiry})
  --help                    this text

Environment: RATE_LIMIT_AUTH_MAX (0 turns the limit off), RATE_LIMIT_AUTH_WINDOW (ms), RATE_LIMIT_AUTH_MESSAGE,
ALLOW_PRIVATE_FEEDS=1 (feeds and pictures may come from the own network), PODCAST_DIRECTORY (address that podcasts are
searched at; ${publicServices.itunes}).`;

export type CliChoice =
  | { readonly kind: 'help' }
  | ({ readonly kind: 'import' } & ImportOptions)
  | { readonly kind: 'server'; readonly config: Partial<ServerConfig> }
  | {
      readonly kind: 'proxy';
      readonly upstream: URL;
      readonly host: string;
      readonly port: number;
      readonly allowedHosts: readonly string[];
      readonly base: string;
      readonly hasOwnHost: boolean;
      readonly casting: boolean;
    };

/** Reads the command line over the environment. Throws a StartError for invalid values. */
export function readOptions(args: readonly string[], env: Readonly<Record<string, string | undefined>>): CliChoice {
  const values = parse(args);
  if (values.help) return { kind: 'help' };
  const host = values.host ?? env['HOST'] ?? defaultConfig.host;
  const port = wholeNumber('--port', values.port ?? env['PORT'], defaultConfig.port, 65_535);
  const allowedHosts = (values['allow-host'] ?? (env['ALLOW_HOST'] ?? '').split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const address = values.upstream ?? env['ABS_URL'];
  const casting = values.casting ?? env['CASTING'] === '1';
  const base = basePath(values.base ?? env['BASE_PATH'] ?? '');
  const hasOwnHost = values['upstream-own-host'] ?? env['UPSTREAM_OWN_HOST'] === '1';
  if (address)
    return { kind: 'proxy', upstream: upstreamUrl(address), host, port, allowedHosts, base, hasOwnHost, casting };

  if (values.import !== undefined) {
    if (values.data === undefined) throw new StartError('--import needs a new data folder: name it with --data.');
    const folders = (values.map ?? []).map(mapping);
    return { kind: 'import', file: path.resolve(values.import), dataDir: path.resolve(values.data), folders };
  }
  if (values.map !== undefined) throw new StartError('--map belongs to --import.');

  const [bookFolders, podcastFolders] = [values.books ?? [], values.podcasts ?? []];
  const hasFolders = bookFolders.length + podcastFolders.length > 0;
  const dataDir = values.data ?? env['DATA_DIR'];
  // The demo keeps its data apart, so that it never mixes with a real library.
  const demo = values.demo ?? (!hasFolders && dataDir === undefined);
  if (demo && hasFolders)
    throw new StartError('--demo brings its own folders: leave out --books and --podcasts, or --demo.');
  if (demo && !isLoopback(host)) {
    throw new StartError(
      `The demo has accounts with known passwords and only listens on this machine, not on ${host}. ` +
        'Give your folders with --books or --podcasts, or an empty data folder with --data.',
    );
  }
  const config: Partial<ServerConfig> = {
    host,
    port,
    allowedHosts,
    base,
    demo,
    bookFolders,
    podcastFolders,
    dataDir: path.resolve(dataDir ?? path.join('data', demo ? 'demo' : 'library')),
    accessTokenExpiry: wholeNumber(
      '--access-token-expiry',
      values['access-token-expiry'] ?? env['ACCESS_TOKEN_EXPIRY'],
      defaultConfig.accessTokenExpiry,
    ),
    refreshTokenExpiry: wholeNumber(
      '--refresh-token-expiry',
      values['refresh-token-expiry'] ?? env['REFRESH_TOKEN_EXPIRY'],
      defaultConfig.refreshTokenExpiry,
    ),
    allowPrivateRequests: env['ALLOW_PRIVATE_FEEDS'] === '1',
    ...(env['PODCAST_DIRECTORY'] ? { searchServices: withDirectory(env['PODCAST_DIRECTORY']) } : {}),
    rateLimit: {
      max: wholeNumber('RATE_LIMIT_AUTH_MAX', env['RATE_LIMIT_AUTH_MAX'], defaultConfig.rateLimit.max),
      windowMs: wholeNumber('RATE_LIMIT_AUTH_WINDOW', env['RATE_LIMIT_AUTH_WINDOW'], defaultConfig.rateLimit.windowMs),
      message: env['RATE_LIMIT_AUTH_MESSAGE'] ?? defaultConfig.rateLimit.message,
    },
  };
  return { kind: 'server', config };
}

/** Search services with another podcast directory that speaks the public one's protocol. */
function withDirectory(address: string): SearchServices {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError(`PODCAST_DIRECTORY has to be an http or https address, not "${address}".`);
  return { ...publicServices, itunes: url.href.replace(/\/+$/, '') };
}

/** `THERE=HERE`; the name there may have no `=`. */
function mapping(value: string): readonly [string, string] {
  const at = value.indexOf('=');
  if (at <= 0 || at === value.length - 1) throw new StartError(`--map has to be THERE=HERE, not "${value}".`);
  return [value.slice(0, at), path.resolve(value.slice(at + 1))];
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: text,
        host: text,
        data: text,
        upstream: text,
        import: text,
        'access-token-expiry': text,
        'refresh-token-expiry': text,
        books: { type: 'string', multiple: true },
        podcasts: { type: 'string', multiple: true },
        'allow-host': { type: 'string', multiple: true },
        map: { type: 'string', multiple: true },
        base: text,
        'upstream-own-host': { type: 'boolean' },
        casting: { type: 'boolean' },
        demo: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (cause) {
    throw new StartError(
      `${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)} (--help lists the options)`,
    );
  }
}

function wholeNumber(
  name: string,
  value: string | undefined,
  fallback: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number {
  if (value === undefined || value === '') return fallback;
  if (/^\d+$/.test(value) && Number(value) <= maximum) return Number(value);
  throw new StartError(`${name} has to be a whole number${maximum < 1e6 ? ` up to ${maximum}` : ''}, not "${value}".`);
}

function basePath(value: string): string {
  const path = readBasePath(value);
  if (path === undefined) throw new StartError(`--base has to be a path like /earmark, not "${value}".`);
  return path;
}

function upstreamUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError(`--upstream has to be an http or https address, not "${value}".`);
  return url;
}
