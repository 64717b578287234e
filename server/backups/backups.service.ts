import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { fail, failPlain } from '../http/errors.ts';
import { createTurns } from '../http/turns.ts';
import { FOREIGN_DATABASE } from '../import/import-backup.ts';
import { databaseFile } from '../store/database.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { entryNames, pack, readText, unpack } from './archive.ts';

/** A file of the backup folder as the API shows it. */
export interface Backup {
  /** `YYYY-MM-DDTHHmm`, with `-2` and so on for others of the same minute: the name of the file. */
  readonly id: string;
  readonly key: string;
  readonly backupDirPath: string;
  readonly datePretty: string;
  readonly fullPath: string;
  readonly path: string;
  readonly filename: string;
  /** Bytes. */
  readonly fileSize: number;
  /** ms */
  readonly createdAt: number;
  readonly serverVersion: string;
}

/** Result of converting a backup of a real server. */
export interface Imported {
  readonly id: string;
  /** Lines on what was imported and what was not. */
  readonly report: readonly string[];
}

const FOREIGN =
  'This is a backup of an Audiobookshelf server. It moves into an Earmark without libraries and other accounts only: ' +
  'start one with --import and this file, and a new data folder with --data.';

export const BACKUP_EXTENSION = '.audiobookshelf';
const KEY = 'sqlite';
const DATABASE_ENTRY = 'earmark.sqlite';
/** Folders of pictures that belong to a backup: name in the archive, folder below the metadata folder. */
const FOLDERS = [
  ['metadata-items', 'items'],
  ['metadata-authors', 'authors'],
] as const;
/** Bytes that stay free on the disk after unpacking. */
const RESERVE_BYTES = 64 * 1024 ** 2;

/** One backup is made or applied at a time. */
const inTurn = createTurns(1, 10);

/** Makes, lists and applies backups: the database and the pictures of items and authors, never the media. */
export function createBackupService(ctx: ServerContext) {
  const folder = () => ctx.settings.get().backupPath;
  const fileOf = (id: string) => path.join(folder(), `${id}${BACKUP_EXTENSION}`);

  const describe = async (filename: string): Promise<Backup | null> => {
    const fullPath = path.join(folder(), filename);
    const details = await readDetails(fullPath).catch(() => null);
    if (!details) return null;
    const { size } = await fs.stat(fullPath);
    return {
      ...details,
      id: path.basename(filename, BACKUP_EXTENSION),
      backupDirPath: folder(),
      datePretty: prettyDate(details.createdAt),
      fullPath,
      path: `backups/${filename}`,
      filename,
      fileSize: size,
    };
  };

  /** All readable backups, newest first. */
  const list = async (): Promise<Backup[]> => {
    const names = await fs.readdir(folder()).catch(() => []);
    const found: (Backup | null)[] = [];
    for (const name of names)
      if (name.endsWith(BACKUP_EXTENSION) && !name.startsWith('.')) found.push(await describe(name));
    return found.filter((backup) => backup !== null).toSorted((a, b) => b.createdAt - a.createdAt);
  };

  /** Names a finished file by its time, or by the next free name. */
  const place = async (file: string, createdAt: number): Promise<string> => {
    const names = new Set(await fs.readdir(folder()));
    const id = idOf(createdAt);
    for (let number = 1; ; number += 1) {
      const target = fileOf(number === 1 ? id : `${id}-${number}`);
      if (names.has(path.basename(target))) continue;
      await fs.rename(file, target);
      return target;
    }
  };

  /** Makes a backup of a database that does not change meanwhile, and of the pictures below a metadata folder. */
  const write = async (database: string, metadata: string, createdAt: number): Promise<string> => {
    const unfinished = path.join(folder(), `.${randomUUID()}.unfinished`);
    try {
      await pack(unfinished, {
        text: ['details', [idOf(createdAt), KEY, createdAt, CONTRACT_VERSION].join('\n')],
        fixed: [DATABASE_ENTRY, database],
        living: picturesBelow(metadata),
      });
      return await place(unfinished, createdAt);
    } finally {
      await fs.rm(unfinished, { force: true });
    }
  };

  const create = async (): Promise<void> => {
    await fs.mkdir(folder(), { recursive: true });
    const copy = path.join(folder(), `.${randomUUID()}.sqlite`);
    let file = '';
    try {
      const createdAt = Date.now();
      await ctx.readers.long('copyDatabase', { from: databaseFile(ctx.config.dataDir), to: copy });
      file = await write(copy, metadataDir(ctx.config), createdAt);
    } finally {
      await fs.rm(copy, { force: true });
    }
    const backups = await list();
    ctx.notifications.fire('onBackupCompleted', {
      completionTime: new Date().toISOString(),
      backupPath: file,
      backupSize: (await fs.stat(file)).size,
      backupCount: backups.length,
      removedOldest: String(backups.length > ctx.settings.get().backupsToKeep),
    });
    // The new backup stays, even where older ones carry later dates.
    const oldest = backups.findLast(({ fullPath }) => fullPath !== file);
    if (oldest && backups.length > ctx.settings.get().backupsToKeep) await fs.rm(oldest.fullPath, { force: true });
  };

  /** Unpacks and checks everything beside the data first, then exchanges the database and moves the pictures. */
  const apply = async (backup: Backup): Promise<void> => {
    const metadata = metadataDir(ctx.config);
    const staged = path.join(metadata, `.restore-${randomUUID()}`);
    try {
      const places = await unpack(backup.fullPath, staged, placeOf, RESERVE_BYTES);
      if (!places.includes(DATABASE_ENTRY)) throw new Error('The backup has no database');
      const before = path.join(ctx.config.dataDir, SNAPSHOT);
      await fs.rm(before, { force: true });
      await ctx.readers.long('copyDatabase', { from: databaseFile(ctx.config.dataDir), to: before });
      await ctx.readers.long('prepareCopy', { file: path.join(staged, DATABASE_ENTRY) });
      await ctx.readers.alone(() => ctx.store.database.exchange(path.join(staged, DATABASE_ENTRY)));
      for (const picture of places.filter((entry) => entry !== DATABASE_ENTRY)) {
        const target = path.join(metadata, picture);
        await fs.mkdir(path.dirname(target), { recursive: true });
        await fs.rename(path.join(staged, picture), target);
      }
    } finally {
      await fs.rm(staged, { recursive: true, force: true });
    }
    ctx.settings.reload();
    ctx.tokens.reload();
    ctx.auth.changed(null);
  };

  /**
   * Converts a backup of a real server into one of ours with the same date. Only on an empty server: it replaces
   * nothing.
   */
  const translate = async (file: string): Promise<Imported> => {
    if (ctx.store.libraries.all().length > 0 || ctx.store.users.all().length > 1) throw failPlain(400, FOREIGN);
    const metadata = metadataDir(ctx.config);
    const staged = path.join(metadata, `.restore-${randomUUID()}`);
    try {
      const read = await ctx.readers.long('readBackup', { file, folder: staged, metadata, folders: [] });
      if ('refusal' in read) throw failPlain(400, read.refusal);
      const details = await readDetails(file).catch(() => null);
      const made = await write(databaseFile(staged), staged, details?.createdAt ?? Date.now());
      return { id: path.basename(made, BACKUP_EXTENSION), report: read.report };
    } finally {
      await fs.rm(staged, { recursive: true, force: true });
    }
  };

  /** Removes leftovers of a crash while a backup was made, uploaded or applied. */
  const sweep = async (): Promise<void> => {
    const places = [
      [folder(), /^\.([0-9a-f-]{36}\.(sqlite(-\w+)?|unfinished)|upload-\d+)$/],
      [metadataDir(ctx.config), /^\.restore-[0-9a-f-]{36}$/],
    ] as const;
    for (const [place, pattern] of places) {
      const names = await fs.readdir(place).catch(() => []);
      for (const name of names.filter((one) => pattern.test(one)))
        await fs.rm(path.join(place, name), { recursive: true, force: true });
    }
  };

  return {
    sweep,
    list,
    find: async (id: string): Promise<Backup | undefined> =>
      /^[\w-]{1,100}$/.test(id) ? ((await describe(`${id}${BACKUP_EXTENSION}`)) ?? undefined) : undefined,
    create: () => inTurn(create),
    /** Moves an uploaded file into the folder; converts a backup of a real server. Refuses anything else. */
    adopt: async (file: string): Promise<{ readonly imported?: Imported }> => {
      const names = await entryNames(file).catch((): string[] => []);
      if (names.includes(FOREIGN_DATABASE)) return { imported: await inTurn(() => translate(file)) };
      const details = await readDetails(file).catch(() => null);
      if (!details || !names.includes(DATABASE_ENTRY))
        throw fail(400, 'Failed to read backup file - backup might not be a valid .zip file');
      await inTurn(() => place(file, details.createdAt));
      return {};
    },
    remove: (backup: Backup) => fs.rm(backup.fullPath, { force: true }),
    /** Restores the database and the pictures. Nothing changes when the archive is broken. */
    apply: (backup: Backup) => inTurn(() => apply(backup)),
  };
}

/** State before the last backup was applied, in the data folder. */
const SNAPSHOT = 'earmark-before-restore.sqlite';

/** Path of an entry below the metadata folder; null when it is not part of a backup. */
function placeOf(entry: string): string | null {
  if (entry === DATABASE_ENTRY) return entry;
  const [found] = FOLDERS.filter(([name]) => entry.startsWith(`${name}/`));
  return found ? path.join(found[1], entry.slice(found[0].length + 1)) : null;
}

type Details = Pick<Backup, 'id' | 'key' | 'createdAt' | 'serverVersion'>;

/** End of the year 9999, in ms: names of files have four digits for the year. */
const LATEST = Date.UTC(9999, 11, 31);

async function readDetails(file: string): Promise<Details> {
  const [id = '', key = '', createdAt = '', serverVersion = ''] = ((await readText(file, 'details')) ?? '').split('\n');
  const time = Number(createdAt);
  if (key !== KEY || !(time > 0 && time <= LATEST)) throw new Error(`${id} is not a backup`);
  return { id: idOf(time), key, createdAt: time, serverVersion: serverVersion.slice(0, 100) };
}

async function* picturesBelow(metadata: string): AsyncGenerator<readonly [string, string]> {
  for (const [name, below] of FOLDERS) {
    const source = path.join(metadata, below);
    for (const entry of await filesBelow(source)) yield [`${name}/${path.relative(source, entry)}`, entry];
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function idOf(createdAt: number): string {
  const date = new Date(createdAt);
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}${twoDigits(date.getMinutes())}`;
}

/** `Fri, Nov 20 2026 23:35` */
function prettyDate(createdAt: number): string {
  const date = new Date(createdAt);
  const [weekday, month, day, year] = date.toDateString().split(' ');
  return `${weekday}, ${month} ${day} ${year} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
