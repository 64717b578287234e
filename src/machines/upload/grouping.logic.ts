import type { MediaType } from '../../schemas/api/common.ts';
import { fileKindOf, type FileKind } from '../../schemas/file-kinds.ts';
import { folderNameOf } from '../kit/folder-name.logic.ts';

/** A file of this computer, with the folders that it was picked in: `Author/Title/01.mp3`. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

/** A file of an item. */
export interface ItemFile {
  /** As it is sent: unlike all others of its item, without what file systems refuse. */
  readonly name: string;
  readonly kind: FileKind;
  readonly file: File;
}

/** What an item is called, and where it goes. */
export interface ItemFields {
  readonly title: string;
  readonly author: string;
  readonly series: string;
}

/** What becomes one item of the library. */
export interface FoundItem extends ItemFields {
  /** Its own folder and those around it, from the outermost. */
  readonly folders: readonly string[];
  readonly files: readonly ItemFile[];
}

/** A file that is not sent: servers do not take its kind, or it lies in no folder of an item. */
export interface IgnoredFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly reason: 'unsupported' | 'noItem';
}

export interface Grouped {
  readonly items: readonly FoundItem[];
  readonly ignored: readonly IgnoredFile[];
}

/** `CD 1`, `Disc 02`: a part of the item in the folder around it. */
const DISC = /^(cd|dis[ck]|part)\s*[-_.#]?\s*\d{1,3}$/i;

type Group = [Placed, ...Placed[]];

interface Placed extends PickedFile {
  readonly name: string;
  readonly kind: FileKind;
  /** The folder of its item, and the folders below that. */
  readonly home: readonly string[];
  readonly below: readonly string[];
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byPath = (a: PickedFile, b: PickedFile) => order.compare(a.path, b.path) || (a.path < b.path ? -1 : 1);
const keyOf = (folders: readonly string[]) => folders.join('/');
const stemOf = (name: string) => name.replace(/\.[^.]*$/, '');

/**
 * What was picked, as items (UPL-003, areas 24): each folder with media is one, its discs in it. Its title is the last
 * folder of its path, and of a book the first one its author and the one before the last its series. Without a folder
 * each book is one by its name, with the files of that name; the episodes of a podcast are one together.
 */
export function groupFiles(picked: readonly PickedFile[], mediaType: MediaType): Grouped {
  const ignored: IgnoredFile[] = [];
  const placed: Placed[] = [];
  for (const one of [...picked].sort(byPath)) {
    const place = placeOf(one);
    if (place) placed.push(place);
    else ignored.push(ignore(one, 'unsupported'));
  }
  const isMedia = ({ kind }: Placed) => kind === 'audio' || (kind === 'ebook' && mediaType === 'book');
  const groups = new Map<string, Group>();
  const looseKey = ({ name }: Placed) => (mediaType === 'book' ? `/${stemOf(name).toLowerCase()}` : '/');
  for (const file of placed.filter(isMedia)) {
    const key = file.home.length === 0 ? looseKey(file) : keyOf(file.home);
    const group = groups.get(key);
    if (group) group.push(file);
    else groups.set(key, [file]);
  }
  const loose = [...groups].filter(([key]) => key.startsWith('/')).map(([, group]) => group);
  const only = loose.length === 1 ? loose[0] : undefined;
  for (const file of placed.filter((one) => !isMedia(one))) {
    const around = aroundOf(file, groups);
    const beside = file.home.length === 0 ? (groups.get(looseKey(file)) ?? only) : undefined;
    if (around) around.group.push(within(file, around.depth));
    else if (beside) beside.push(file);
    else ignored.push(ignore(file, 'noItem'));
  }
  return { items: [...groups.values()].map((files) => itemOf(files, mediaType)), ignored };
}

const ignore = ({ path, file: { size } }: PickedFile, reason: IgnoredFile['reason']) => ({ path, size, reason });

/** Null for what servers do not take, and for what systems and archives leave in folders. */
function placeOf({ path, file }: PickedFile): Placed | null {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const name = parts.pop() ?? '';
  const kind = fileKindOf(name);
  if (kind === null || [...parts, name].some((part) => part.startsWith('.') || part === '__MACOSX')) return null;
  const last = parts.at(-1);
  const isDisc = parts.length > 1 && last !== undefined && DISC.test(last);
  return {
    path,
    file,
    name,
    kind,
    home: isDisc ? parts.slice(0, -1) : parts,
    below: isDisc ? parts.slice(-1) : [],
  };
}

/** The item whose folder is the nearest around a file, and how deep that folder lies; null without one. */
function aroundOf({ home }: Placed, groups: ReadonlyMap<string, Group>) {
  for (let depth = home.length; depth > 0; depth -= 1) {
    const group = groups.get(keyOf(home.slice(0, depth)));
    if (group) return { group, depth };
  }
  return null;
}

/** The same file as one of an item in a folder around it, so deep. */
const within = (file: Placed, depth: number): Placed => ({
  ...file,
  home: file.home.slice(0, depth),
  below: [...file.home.slice(depth), ...file.below],
});

function itemOf(files: Group, mediaType: MediaType): FoundItem {
  const [{ home, name }] = files;
  const fields = fieldsOf(home, mediaType);
  const title = home.length === 0 && mediaType === 'book' ? stemOf(name) : fields.title;
  return { ...fields, title, folders: home, files: withNames([...files].sort(byPath)) };
}

/** What the folders of an item say of it, from the outermost. */
export function fieldsOf(folders: readonly string[], mediaType: MediaType): ItemFields {
  const [isBook, title = ''] = [mediaType === 'book', folders.at(-1)];
  return {
    title,
    author: isBook && folders.length > 1 ? (folders[0] ?? '') : '',
    series: isBook && folders.length > 2 ? (folders.at(-2) ?? '') : '',
  };
}

/** Servers put all files of an item into one folder: the folders in it become a part of the name. */
function withNames(files: readonly Placed[]): ItemFile[] {
  const nameFree = freeNames();
  return files.map(({ name, kind, below, file }) => {
    const ending = endingOf(name);
    const stem = folderNameOf([...below, stemOf(name)].join(' - '), byteLength(ending) + 8) || kind;
    return { name: nameFree(stem, ending), kind, file };
  });
}

/** The files of several items as those of one: none has the name of another. */
export function joinFiles(lists: readonly (readonly ItemFile[])[]): readonly ItemFile[] {
  const nameFree = freeNames();
  return lists.flat().map((file) => ({ ...file, name: nameFree(stemOf(file.name), endingOf(file.name)) }));
}

/** Gives names that are free, with a number where another one has it already. */
function freeNames() {
  const taken = new Set<string>();
  return (stem: string, ending: string): string => {
    let free = stem + ending;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

const endingOf = (name: string) => name.slice(stemOf(name).length);
const byteLength = (text: string) => new TextEncoder().encode(text).length;
