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

/** Entries of today that are kept in memory for `/api/logger-data`. */
const KEPT = 5000;

export type Logger = ReturnType<typeof createLogger>;

/** A log with daily files of JSON lines (`metadata/logs/daily/YYYY-MM-DD.txt`). Never give it passwords or tokens. */
export function createLogger(directory: string, minimumLevel: () => LogLevel) {
  const listeners = new Set<(entry: LogEntry) => void>();
  let today: LogEntry[] = [];
  let day = '';
  let file: fs.WriteStream | null = null;

  const openFile = (date: string): void => {
    file?.end();
    const daily = path.join(directory, 'logs', 'daily');
    fs.mkdirSync(daily, { recursive: true });
    file = fs.createWriteStream(path.join(daily, `${date}.txt`), { flags: 'a' });
    // A full disk must not stop the server: the entries stay readable in memory.
    file.on('error', () => (file = null));
    day = date;
    today = [];
  };
  const write = (level: LogLevel, source: string, message: string): void => {
    if (level < minimumLevel()) return;
    const timestamp = localTimestamp(new Date());
    if (timestamp.slice(0, 10) !== day) openFile(timestamp.slice(0, 10));
    const entry: LogEntry = { timestamp, source, message, levelName: levelNames[level], level };
    today.push(entry);
    if (today.length > KEPT) today.shift();
    file?.write(`${JSON.stringify(entry)}\n`);
    for (const listener of listeners) listener(entry);
  };
  return {
    debug: (source: string, message: string) => write(1, source, message),
    info: (source: string, message: string) => write(2, source, message),
    warn: (source: string, message: string) => write(3, source, message),
    error: (source: string, message: string) => write(4, source, message),
    /** What was logged today since the start. */
    today: (): readonly LogEntry[] => today,
    /** Returns the function that ends the subscription. */
    subscribe: (listener: (entry: LogEntry) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      file?.end();
      file = null;
    },
  };
}

function localTimestamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${date} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}.${String(now.getMilliseconds()).padStart(3, '0')}`;
}
