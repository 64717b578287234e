import { strFromU8, unzip, type Unzipped } from 'fflate';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import { CONTRACT_VERSION } from '../version.ts';

/** A backup as the API shows it: what is known of one file of the backup folder. */
export interface Backup {
  /** `YYYY-MM-DDTHHmm` */
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

export const BACKUP_EXTENSION = '.audiobookshelf';
const KEY = 'sqlite';
const DATABASE_ENTRY = 'earmark.sqlite';
/** Folders of pictures that belong to a backup: name in the archive, folder below the metadata folder. */
const FOLDERS = [['metadata-items', 'items'], ['metadata-authors', 'authors']] as const;
/** Largest sum of what an archive may unpack to (bytes). */
const MOST_UNPACKED = 4 * 1024 ** 3;

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
    const found = await Promise.all(names.filter((name) => name.endsWith(BACKUP_EXTENSION)).map(describe));
    return found.filter((backup) => backup !== null).toSorted((a, b) => b.createdAt - a.createdAt);
  };

  return {
    list,
    find: async (id: string): Promise<Backup | undefined> => (await list()).find((backup) => backup.id === id),
    create: async (): Promise<void> => {
      await fs.mkdir(folder(), { recursive: true });
      const createdAt = Date.now();
      const id = idOf(createdAt);
      const copy = path.join(folder(), `.${id}.sqlite`);
      const unfinished = path.join(folder(), `.${id}.unfinished`);
      try {
        await fs.rm(copy, { force: true });
        ctx.store.database.copyTo(copy);
        const zip = new yazl.ZipFile();
        zip.addBuffer(Buffer.from([id, KEY, createdAt, CONTRACT_VERSION].join('\n')), 'details');
        zip.addFile(copy, DATABASE_ENTRY);
        for (const [name, below] of FOLDERS) {
          const source = path.join(metadataDir(ctx.config), below);
          for (const file of await filesBelow(source)) zip.addFile(file, `${name}/${path.relative(source, file)}`, { compress: false });
        }
        zip.end();
        await pipeline(zip.outputStream, createWriteStream(unfinished));
        await fs.rename(unfinished, fileOf(id));
      } finally {
        await fs.rm(copy, { force: true });
        await fs.rm(unfinished, { force: true });
      }
      const backups = await list();
      ctx.notifications.fire('onBackupCompleted', {
        completionTime: new Date().toISOString(),
        backupPath: fileOf(id),
        backupSize: (await fs.stat(fileOf(id))).size,
        backupCount: backups.length,
        removedOldest: String(backups.length > ctx.settings.get().backupsToKeep),
      });
      const oldest = backups.at(-1);
      if (oldest && backups.length > ctx.settings.get().backupsToKeep) await fs.rm(oldest.fullPath, { force: true });
    },
    /** Takes a file over into the folder when it is a backup. Returns whether it is. */
    adopt: async (file: string): Promise<boolean> => {
      const details = await readDetails(file).catch(() => null);
      if (!details) return false;
      await fs.rename(file, fileOf(idOf(details.createdAt)));
      return true;
    },
    remove: (backup: Backup) => fs.rm(backup.fullPath, { force: true }),
    /** Puts the database and the pictures back. Nothing changes when the archive is broken. */
    apply: async (backup: Backup): Promise<void> => {
      const entries = await unpack(backup.fullPath);
      const database = entries[DATABASE_ENTRY];
      if (!database) throw new Error('The backup has no database');
      const temporary = path.join(folder(), `.${backup.id}.restore`);
      try {
        await fs.writeFile(temporary, database);
        ctx.store.database.restoreFrom(temporary);
      } finally {
        await fs.rm(temporary, { force: true });
      }
      for (const [name, below] of FOLDERS) {
        const target = path.join(metadataDir(ctx.config), below);
        for (const [entry, bytes] of Object.entries(entries)) {
          const file = path.resolve(target, entry.slice(name.length + 1));
          if (!entry.startsWith(`${name}/`) || entry.endsWith('/') || !file.startsWith(target + path.sep)) continue;
          await fs.mkdir(path.dirname(file), { recursive: true });
          await fs.writeFile(file, bytes);
        }
      }
      ctx.settings.reload();
    },
  };
}

type Details = Pick<Backup, 'id' | 'key' | 'createdAt' | 'serverVersion'>;

async function readDetails(file: string): Promise<Details> {
  const { details } = await unpack(file, (name) => name === 'details');
  const [id = '', key = '', createdAt = '', serverVersion = ''] = details ? strFromU8(details).split('\n') : [];
  if (key !== KEY || !(Number(createdAt) > 0)) throw new Error(`${id} is not a backup`);
  return { id: idOf(Number(createdAt)), key, createdAt: Number(createdAt), serverVersion };
}

async function unpack(file: string, wanted: (name: string) => boolean = () => true): Promise<Unzipped> {
  const bytes = await fs.readFile(file);
  let total = 0;
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (!wanted(name)) return false;
      total += originalSize;
      if (total > MOST_UNPACKED) throw new Error('The archive unpacks to too much');
      return true;
    };
    try {
      unzip(bytes, { filter }, (error, entries) => (error ? reject(error) : resolve(entries)));
    } catch (cause) {
      reject(cause instanceof Error ? cause : new Error(String(cause)));
    }
  });
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
