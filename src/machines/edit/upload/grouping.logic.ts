import type { MediaType } from '../../../schemas/api/common.ts';
import { fileKindOf, type FileKind } from '../../../schemas/file-kinds.ts';
import { folderNameOf } from '../../kit/text.logic.ts';

/** `path` includes the picked folders: `Author/Title/01.mp3`. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

export interface ItemFile {
  /** Unique in its item, without characters that file systems refuse. */
  readonly name: string;
  readonly kind: FileKind;
  readonly file: File;
}

export interface ItemFields {
  readonly title: string;
  readonly author: string;
  readonly series: string;
}

export interface FoundItem extends ItemFields {
  readonly folders: readonly string[];
  readonly files: readonly ItemFile[];
}

/** The server takes no such files, or it is in no folder of an item. */
export interface IgnoredFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly reason: 'unsupported' | 'hidden' | 'noItem';
}

export interface Grouped {
  readonly items: readonly FoundItem[];
  readonly ignored: readonly IgnoredFile[];
}

/** `CD 1`, `Disc 02`: part of the item in its parent folder. */
const DISC = /^(cd|dis[ck]|part)\s*[-_.#]?\s*\d{1,3}$/i;

type Group = [Placed, ...Placed[]];

interface Placed extends PickedFile {
  readonly name: string;
  readonly kind: FileKind;
  readonly home: readonly string[];
  readonly below: readonly string[];
}

const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byPath = (a: PickedFile, b: PickedFile) => order.compare(a.path, b.path) || (a.path < b.path ? -1 : 1);
const keyOf = (folders: readonly string[]) => folders.join('/');
const stemOf = (name: string) => name.replace(/\.[^.]*$/, '');

/**
 * Groups picked files into items: each folder with media is one, including its discs. The path gives title, series and
 * author. Loose files are one book per name; loose episodes are one podcast.
 */
export function groupFiles(picked: readonly PickedFile[], mediaType: MediaType): Grouped {
  const ignored: IgnoredFile[] = [];
  const placed: Placed[] = [];
  for (const one of [...picked].sort(byPath)) {
    const place = placeOf(one);
    if (typeof place === 'string') ignored.push(ignore(one, place));
    else placed.push(place);
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

/** Or why it is ignored. `__MACOSX`: what a Mac adds to archives. */
function placeOf({ path, file }: PickedFile): Placed | 'unsupported' | 'hidden' {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const name = parts.pop() ?? '';
  const kind = fileKindOf(name);
  if ([...parts, name].some((part) => part.startsWith('.') || part === '__MACOSX')) return 'hidden';
  if (kind === null) return 'unsupported';
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

function aroundOf({ home }: Placed, groups: ReadonlyMap<string, Group>) {
  for (let depth = home.length; depth > 0; depth -= 1) {
    const group = groups.get(keyOf(home.slice(0, depth)));
    if (group) return { group, depth };
  }
  return null;
}

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

export function fieldsOf(folders: readonly string[], mediaType: MediaType): ItemFields {
  const [isBook, title = ''] = [mediaType === 'book', folders.at(-1)];
  return {
    title,
    author: isBook && folders.length > 1 ? (folders[0] ?? '') : '',
    series: isBook && folders.length > 2 ? (folders.at(-2) ?? '') : '',
  };
}

/** The server puts all files of an item into one folder: subfolders become part of the name. */
function withNames(files: readonly Placed[]): ItemFile[] {
  const nameFree = freeNames();
  return files.map(({ name, kind, below, file }) => {
    const ending = endingOf(name);
    const stem = folderNameOf([...below, stemOf(name)].join(' - '), byteLength(ending) + 8) || kind;
    return { name: nameFree(stem, ending), kind, file };
  });
}

/** Merges files of several items under unique names. */
export function joinFiles(lists: readonly (readonly ItemFile[])[]): readonly ItemFile[] {
  const nameFree = freeNames();
  return lists.flat().map((file) => ({ ...file, name: nameFree(stemOf(file.name), endingOf(file.name)) }));
}

/** Adds a number to a taken name. */
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
