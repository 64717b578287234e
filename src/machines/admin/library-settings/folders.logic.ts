import type { DirectoryList } from '../../../schemas/api/server-admin.ts';

export type Directory = DirectoryList['directories'][number];

/** The folder is in the library already, contains one of its folders, or is inside one. */
export type FolderConflict = 'isTaken' | 'isAround' | 'isInside';

const normal = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');
const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

export function folderConflict(path: string, taken: readonly string[]): FolderConflict | null {
  const one = normal(path);
  const others = taken.map(normal);
  if (others.includes(one)) return 'isTaken';
  if (others.some((other) => isBelow(other, one))) return 'isAround';
  return others.some((other) => isBelow(one, other)) ? 'isInside' : null;
}

/** Path for the server: a bare drive needs its slash. */
export const pathOf = (path: string): string => (/^[A-Za-z]:$/.test(path) ? `${path}/` : path);

export interface Listing {
  readonly at: number;
  readonly directories: readonly Directory[];
  readonly isFailed: boolean;
}

export interface Place {
  readonly trail: readonly Directory[];
  /** By path; '' is the root. */
  readonly listings: Readonly<Record<string, Listing>>;
}

/** Lifetime of a listing, in ms. */
export const LISTING_MS = 5000;

export const tailOf = ({ trail }: Pick<Place, 'trail'>): string => pathOf(trail.at(-1)?.path ?? '');

/** `now` in ms. */
export function isFresh(place: Place, now: number): boolean {
  const listing = place.listings[tailOf(place)];
  return listing !== undefined && !listing.isFailed && now - listing.at < LISTING_MS;
}

export interface Column {
  readonly depth: number;
  readonly path: string;
  readonly listing: Listing | null;
  readonly picked: string | null;
}

export function columnsOf(place: Place): readonly Column[] {
  const columns = [null, ...place.trail].map((folder, depth) => {
    const path = folder ? pathOf(folder.path) : '';
    return { depth, path, listing: place.listings[path] ?? null, picked: place.trail[depth]?.path ?? null };
  });
  return columns.slice(-2);
}
