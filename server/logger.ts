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

export interface LogOptions {
  readonly level: LogLevel;
  readonly daysToKeep: number;
}

/** A log with daily files of JSON lines (`metadata/logs/daily/YYYY-MM-DD.txt`). Never give it passwords or tokens. */
export function createLogger(directory: string, options: () => LogOptions) {
  const listeners = new Set<(entry: LogEntry) => void>();
  let today: LogEntry[] = [];
  let day = '';
  let file: fs.WriteStream | null = null;

  const openFile = (date: string): void => {
    file?.end();
    const daily = path.join(directory, 'logs', 'daily');
    fs.mkdirSync(daily, { recursive: true });
    removeOld(daily, options().daysToKeep);
    const target = path.join(daily, `${date}.txt`);
    today = readEntries(target);
    file = fs.createWriteStream(target, { flags: 'a' });
    // A full disk must not stop the server: the entries stay readable in memory.
    file.on('error', () => (file = null));
    day = date;
  };
  const write = (level: LogLevel, source: string, message: string): void => {
    if (level < options().level) return;
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
    /** What was logged today, the time before a restart included. */
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

/** The last entries of a daily file; lines that a crash cut off are left out. */
function readEntries(file: string): LogEntry[] {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, 'utf8').split('\n').slice(-KEPT - 1);
  return lines.flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as LogEntry];
    } catch {
      return [];
    }
  });
}

/** Daily files are named by their date, so the order of names is the order of days. */
function removeOld(folder: string, daysToKeep: number): void {
  const files = fs.readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.txt$/.test(name));
  for (const name of files.toSorted().slice(0, -Math.max(1, daysToKeep))) fs.rmSync(path.join(folder, name), { force: true });
}

function localTimestamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${date} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}.${String(now.getMilliseconds()).padStart(3, '0')}`;
}
