import fs from 'node:fs';
import path from 'node:path';

const levelNames = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL', 'NOTE'] as const;
export type LogLevel = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** One line of the log, as `/api/logger-data` and the `log` event show it. */
export interface LogEntry {
  readonly timestamp: string;
  readonly source: string;
  readonly message: string;
  readonly levelName: string;
  readonly level: LogLevel;
}

/** Today's entries in memory for `/api/logger-data`: most of them, and most characters in all. */
const KEPT = 5000;
const KEPT_CHARACTERS = 2_000_000;
/** Longer messages are cut off: some hold text of a request. */
const MAX_MESSAGE = 4000;
/** A larger daily file (bytes) is renamed to `YYYY-MM-DD.1.txt`, in place of the one before. */
const MAX_FILE = 8 * 1024 ** 2;
/** Bytes that may wait for a slow disk; more are only kept in memory. */
const MAX_WAITING = 1024 ** 2;

export type Logger = ReturnType<typeof createLogger>;

export interface LogOptions {
  readonly level: LogLevel;
  readonly daysToKeep: number;
}

/** A log with daily files of JSON lines (`metadata/logs/daily/YYYY-MM-DD.txt`). Never pass it passwords or tokens. */
export function createLogger(directory: string, options: () => LogOptions) {
  const listeners = new Set<(entry: LogEntry) => void>();
  const daily = path.join(directory, 'logs', 'daily');
  let today: LogEntry[] = [];
  let characters = 0;
  let day = '';
  let file: fs.WriteStream | null = null;
  let size = 0;
  let isClosed = false;
  /** Streams whose last lines may not be on the disk yet. */
  const unfinished = new Set<fs.WriteStream>();

  const keep = (entry: LogEntry): void => {
    today.push(entry);
    characters += entry.message.length;
    while (today.length > KEPT || characters > KEPT_CHARACTERS)
      characters -= today.shift()?.message.length ?? characters;
  };
  const openFile = (target: string): void => {
    size = fs.statSync(target, { throwIfNoEntry: false })?.size ?? 0;
    const opened = fs.createWriteStream(target, { flags: 'a' });
    unfinished.add(opened);
    opened.on('close', () => unfinished.delete(opened));
    opened.on('error', () => {
      if (file === opened) file = null;
    });
    file = opened;
  };
  /** A full disk must not stop the server: the entries stay readable in memory. */
  const quietly = (work: () => void): void => {
    try {
      work();
    } catch {
      file = null;
    }
  };
  const beginDay = (date: string): void => {
    day = date;
    today = [];
    characters = 0;
    file?.end();
    quietly(() => {
      fs.mkdirSync(daily, { recursive: true });
      removeOld(daily, options().daysToKeep);
      const target = path.join(daily, `${date}.txt`);
      readEntries(target).forEach(keep);
      openFile(target);
    });
  };
  const append = (line: string): void => {
    if (!file || file.writableLength > MAX_WAITING) return;
    if (size > MAX_FILE) {
      file.end();
      quietly(() => {
        fs.renameSync(path.join(daily, `${day}.txt`), path.join(daily, `${day}.1.txt`));
        openFile(path.join(daily, `${day}.txt`));
      });
    }
    file?.write(line);
    size += Buffer.byteLength(line);
  };
  const write = (level: LogLevel, source: string, text: string): void => {
    if (isClosed || level < options().level) return;
    const timestamp = localTimestamp(new Date());
    if (timestamp.slice(0, 10) !== day) beginDay(timestamp.slice(0, 10));
    const message = text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
    const entry: LogEntry = { timestamp, source, message, levelName: levelNames[level], level };
    keep(entry);
    append(`${JSON.stringify(entry)}\n`);
    for (const listener of listeners) listener(entry);
  };
  return {
    debug: (source: string, message: string) => write(1, source, message),
    info: (source: string, message: string) => write(2, source, message),
    warn: (source: string, message: string) => write(3, source, message),
    error: (source: string, message: string) => write(4, source, message),
    /** Today's entries, those before a restart included. */
    today: (): readonly LogEntry[] => today,
    /** Returns the function that ends the subscription. */
    subscribe: (listener: (entry: LogEntry) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Resolves when every line is on the disk (or cannot be written): no file is created or changed after it. */
    close: async (): Promise<void> => {
      isClosed = true;
      file?.end();
      file = null;
      await Promise.all(
        [...unfinished].map((stream) => new Promise<void>((resolve) => stream.once('close', () => resolve()))),
      );
    },
  };
}

/** The last entries of a daily file, without lines that a crash cut off. */
function readEntries(file: string): LogEntry[] {
  return tailOf(file)
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as LogEntry];
      } catch {
        return [];
      }
    });
}

/** The end of a file as text, as much as memory keeps; '' when missing. */
function tailOf(file: string): string {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '';
  const bytes = Buffer.alloc(Math.min(size, KEPT_CHARACTERS));
  const handle = fs.openSync(file, 'r');
  try {
    fs.readSync(handle, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    fs.closeSync(handle);
  }
  return bytes.toString('utf8');
}

/** Daily files are named by date, so they sort by day. */
function removeOld(folder: string, daysToKeep: number): void {
  const files = fs.readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d(\.1)?\.txt$/.test(name));
  const kept = new Set([...new Set(files.map((name) => name.slice(0, 10)))].toSorted().slice(-Math.max(1, daysToKeep)));
  for (const name of files) if (!kept.has(name.slice(0, 10))) fs.rmSync(path.join(folder, name), { force: true });
}

function localTimestamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${date} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}.${String(now.getMilliseconds()).padStart(3, '0')}`;
}
