import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One exchange with a real server; see tests/contract/README.md. */
export interface HttpRecording {
  /** `items/expanded`. */
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
  readonly response: {
    /** Null when the server never answered. */
    readonly status: number | null;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: unknown;
  };
}

export interface RecordedEvent {
  readonly ms: number;
  readonly socket: string;
  readonly dir: 'in' | 'out';
  readonly event: string;
  /** Missing when the event came without arguments. */
  readonly payload?: unknown;
}

export interface SocketRecording {
  readonly name: string;
  readonly events: readonly RecordedEvent[];
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => join(folder, file));
}

function readAll<Recording>(folder: string): Recording[] {
  return filesBelow(folder).map((file) => ({
    name: relative(folder, file)
      .replace(/\.json$/, '')
      .replaceAll('\\', '/'),
    ...JSON.parse(readFileSync(file, 'utf8')),
  }));
}

/** Reads every exchange of a folder of recordings, by name. */
export const readHttpRecordings = (folder: string): HttpRecording[] => readAll(join(folder, 'http'));
/** Reads every socket conversation of a folder of recordings, by name. */
export const readSocketRecordings = (folder: string): SocketRecording[] => readAll(join(folder, 'socket'));
