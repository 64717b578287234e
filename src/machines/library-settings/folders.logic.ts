import type { DirectoryList } from '../../schemas/api/server-admin.ts';

export type Directory = DirectoryList['directories'][number];

/** Why a folder cannot be added: it is one of the library, around one of them, or inside of one. */
export type FolderConflict = 'isTaken' | 'isAround' | 'isInside';

const normal = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** How a path and the folders of a library are in each other's way; null when they are not. */
export function folderConflict(path: string, taken: readonly string[]): FolderConflict | null {
  const one = normal(path);
  const others = taken.map(normal);
  if (others.includes(one)) return 'isTaken';
  if (others.some((other) => isBelow(other, one))) return 'isAround';
  return others.some((other) => isBelow(one, other)) ? 'isInside' : null;
}

/** What the server calls for the folders of a path: a bare drive needs its slash. */
export const pathOf = (path: string): string => (/^[A-Za-z]:$/.test(path) ? `${path}/` : path);

/** What a folder holds, and when that was read, in ms. */
export interface Listing {
  readonly at: number;
  readonly directories: readonly Directory[];
  readonly isFailed: boolean;
}

/** Where one is on the disks of the server: the way down, and what was read. */
export interface Place {
  /** From the root; empty in the root. */
  readonly trail: readonly Directory[];
  /** By path; '' is the root. */
  readonly listings: Readonly<Record<string, Listing>>;
}

/** How long a listing holds, in ms (API-006). */
export const LISTING_MS = 5000;

/** The path that was picked last; '' in the root. */
export const tailOf = ({ trail }: Pick<Place, 'trail'>): string => pathOf(trail.at(-1)?.path ?? '');

/** Whether what the picked folder holds was read a moment ago. */
export function isFresh(place: Place, now: number): boolean {
  const listing = place.listings[tailOf(place)];
  return listing !== undefined && !listing.isFailed && now - listing.at < LISTING_MS;
}

/** A list of folders: those of the root, or of the folder at this depth of the trail. */
export interface Column {
  readonly depth: number;
  readonly path: string;
  /** Null while it loads. */
  readonly listing: Listing | null;
  /** The one of them that the trail goes through. */
  readonly picked: string | null;
}

/** What is shown: the folders around the picked one, and those in it. */
export function columnsOf(place: Place): readonly Column[] {
  const columns = [null, ...place.trail].map((folder, depth) => {
    const path = folder ? pathOf(folder.path) : '';
    return { depth, path, listing: place.listings[path] ?? null, picked: place.trail[depth]?.path ?? null };
  });
  return columns.slice(-2);
}
