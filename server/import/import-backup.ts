import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { entryNames, unpack } from '../backups/archive.ts';
import { metadataDir } from '../config.ts';
import { StartError, messageOf } from '../errors.ts';
import { isWriteFailure } from '../http/write-failures.ts';
import { databaseFile } from '../store/database.ts';
import { openStore } from '../store/index.ts';
import { importItems, importLibraries, importNames, type Places } from './import-items.ts';
import { importLists, importListening, importSettings, importUsers } from './import-people.ts';
import { createReport } from './report.ts';
import { openSource } from './source.ts';

export const FOREIGN_DATABASE = 'absdatabase.sqlite';
/** Bytes that stay free on the disk after unpacking. */
const RESERVE_BYTES = 64 * 1024 ** 2;

export interface ImportOptions {
  /** Backup of the other server; read only. */
  readonly file: string;
  /** A folder without data of Earmark. */
  readonly dataDir: string;
  /** Folders there and here; the longest match decides. */
  readonly folders: readonly (readonly [from: string, to: string])[];
}

/**
 * Creates a data folder from a backup of a real server. Returns a report for the terminal, in lines; throws a
 * StartError when nothing can be imported, and leaves the folder unchanged.
 */
export async function importBackup({ file, dataDir, folders }: ImportOptions): Promise<string[]> {
  if (await isThere(databaseFile(dataDir)))
    throw new StartError(`The data folder ${dataDir} is in use already: choose a new one with --data.`);
  const staged = path.join(dataDir, `.import-${randomUUID()}`);
  const metadata = metadataDir({ dataDir });
  try {
    const lines = await readBackup({ file, folder: staged, metadata, folders });
    await fs.mkdir(metadata, { recursive: true });
    for (const name of ['items', 'authors'])
      await fs.cp(path.join(staged, name), path.join(metadata, name), { recursive: true }).catch(ignoreMissing);
    await fs.rename(databaseFile(staged), databaseFile(dataDir));
    return lines;
  } finally {
    await fs.rm(staged, { recursive: true, force: true });
  }
}

interface Reading extends Pick<ImportOptions, 'file' | 'folders'> {
  /** A new folder. */
  readonly folder: string;
  /** Future place of its pictures. */
  readonly metadata: string;
}

/**
 * Reads a backup of a real server into a folder: our database, and the pictures in `items` and `authors`. Returns a
 * report in lines; throws a StartError when nothing can be imported.
 */
export async function readBackup({ file, folder, metadata, folders }: Reading): Promise<string[]> {
  const refuse = (cause: unknown): never => {
    throw isWriteFailure(cause) ? cause : new StartError(`The backup cannot be read: ${messageOf(cause)}`);
  };
  const names = await entryNames(file).catch(refuse);
  if (!names.includes(FOREIGN_DATABASE))
    throw new StartError(
      `This is not a backup of an Audiobookshelf server: it has no ${FOREIGN_DATABASE}. ` +
        'A backup of Earmark is uploaded in Settings → Backups.',
    );
  const pictures = new Set(await unpack(file, folder, placeOf, RESERVE_BYTES).catch(refuse));
  const source = openSource(path.join(folder, FOREIGN_DATABASE));
  const report = createReport();
  const store = openStore(folder);
  try {
    if (!source.rows('users').some(({ type }) => type === 'root'))
      throw new StartError('The backup has no root account.');
    const places = placesOf(metadata, pictures, folders);
    const prefixes = importSettings(source, store, report);
    store.database.transaction(() => {
      importLibraries(source, store, places, report);
      importNames(source, store, places, report);
      importItems(source, store, places, prefixes, report);
    });
    await importUsers(source, store, folder, report);
    store.database.transaction(() => {
      importListening(source, store, report);
      importLists(source, store, report);
    });
    for (const { fullPath } of store.libraries.all().flatMap((library) => library.folders))
      if (!(await isThere(fullPath)))
        report.note(
          `The folder ${fullPath} is not here: bring it there, or import with --map ${fullPath}=FOLDER where it is.`,
        );
    return report.lines();
  } finally {
    source.close();
    store.database.all('PRAGMA journal_mode = DELETE');
    store.close();
  }
}

const isThere = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

const ignoreMissing = (cause: NodeJS.ErrnoException): void => {
  if (cause.code !== 'ENOENT') throw cause;
};

function placeOf(entry: string): string | null {
  if (entry === FOREIGN_DATABASE) return entry;
  const found = /^metadata-(items|authors)\/(.+)$/.exec(entry);
  return found?.[1] && found[2] ? path.join(found[1], found[2]) : null;
}

/** Pictures of the other server lie in `…/metadata/items` and `…/metadata/authors`, below any root. */
function placesOf(metadata: string, pictures: ReadonlySet<string>, mapped: ImportOptions['folders']): Places {
  const longestFirst = mapped.toSorted(([a], [b]) => b.length - a.length);
  const media = (file: string): string => {
    const slashed = file.replaceAll('\\', '/');
    const found = longestFirst.find(([from]) => slashed === from || slashed.startsWith(`${from.replace(/\/+$/, '')}/`));
    return found ? path.posix.join(found[1], slashed.slice(found[0].replace(/\/+$/, '').length)) : slashed;
  };
  return {
    media,
    picture: (file) => {
      if (file === '') return null;
      const own = /(?:^|\/)metadata\/((?:items|authors)\/.+)$/.exec(file.replaceAll('\\', '/'))?.[1];
      if (own === undefined) return media(file);
      return pictures.has(path.normalize(own)) ? path.join(metadata, own) : null;
    },
  };
}
