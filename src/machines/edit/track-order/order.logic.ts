import type { AudioFile } from '../../../schemas/api/audio-file.ts';

export interface OrderRow {
  readonly ino: string;
  readonly isOut: boolean;
}

/** Excluded files first, as the server lists them. */
export type Order = readonly OrderRow[];

/** Current order, numbers in names or tags, or file name. */
export const SORTS = ['current', 'name', 'tags', 'filename'] as const;
export type OrderSort = (typeof SORTS)[number];

/** `index` in the whole list, from 0. */
export type OrderEdit =
  | { readonly kind: 'move'; readonly ino: string; readonly index: number }
  | { readonly kind: 'include'; readonly ino: string; readonly isOut: boolean }
  | { readonly kind: 'sort'; readonly by: OrderSort; readonly isDescending: boolean }
  | { readonly kind: 'replace'; readonly order: Order };

type Files = readonly AudioFile[];

const isLeftOut = ({ exclude }: AudioFile): boolean => exclude === true;

const withOutFirst = (order: Order): Order => [
  ...order.filter(({ isOut }) => isOut),
  ...order.filter(({ isOut }) => !isOut),
];

export function orderOf(files: Files): Order {
  const sorted = files.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
  return withOutFirst(sorted.map((file) => ({ ino: file.ino, isOut: isLeftOut(file) })));
}

export const isSameOrder = (one: Order, other: Order): boolean =>
  one.length === other.length &&
  one.every(({ ino, isOut }, index) => other[index]?.ino === ino && other[index].isOut === isOut);

/** Excluded files; the others begin at this index. */
export const countOut = (order: Order): number => order.filter(({ isOut }) => isOut).length;

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byName = (one: AudioFile, other: AudioFile) => names.compare(one.metadata.relPath, other.metadata.relPath);

/** Disc and track as one number; null without a track. */
const place = (disc: number | null | undefined, track: number | null | undefined): number | null =>
  track == null ? null : (disc ?? 0) * 10_000 + track;

function keyOf(by: OrderSort, file: AudioFile): number | null {
  if (by === 'current') return file.index ?? null;
  if (by === 'name') return place(file.discNumFromFilename, file.trackNumFromFilename);
  return by === 'tags' ? place(file.discNumFromMeta, file.trackNumFromMeta) : 0;
}

/** Missing numbers come last in both directions. */
function comparing(by: OrderSort, isDescending: boolean) {
  const sign = isDescending ? -1 : 1;
  return (one: AudioFile, other: AudioFile): number => {
    const [key, otherKey] = [keyOf(by, one), keyOf(by, other)];
    if (key === null || otherKey === null)
      return Number(key === null) - Number(otherKey === null) || sign * byName(one, other);
    return sign * (key - otherKey || byName(one, other));
  };
}

function sorted(order: Order, files: Files, by: OrderSort, isDescending: boolean): Order {
  const known = new Map(files.map((file) => [file.ino, file]));
  const compare = comparing(by, isDescending);
  return withOutFirst(
    order.toSorted((one, other) => {
      const [file, otherFile] = [known.get(one.ino), known.get(other.ino)];
      return file && otherFile ? compare(file, otherFile) : 0;
    }),
  );
}

function moved(order: Order, ino: string, index: number): Order {
  const row = order.find((one) => one.ino === ino);
  if (!row || row.isOut) return order;
  const others = order.filter((one) => one !== row);
  const at = Math.min(Math.max(index, countOut(order)), others.length);
  return [...others.slice(0, at), row, ...others.slice(at)];
}

/** An excluded file goes last of those, an included one first of the included. */
function included(order: Order, ino: string, isOut: boolean): Order {
  const row = order.find((one) => one.ino === ino);
  if (!row || row.isOut === isOut) return order;
  const others = order.filter((one) => one !== row);
  const at = countOut(others);
  return [...others.slice(0, at), { ino, isOut }, ...others.slice(at)];
}

export function edited(order: Order, edit: OrderEdit, files: Files): Order {
  switch (edit.kind) {
    case 'move':
      return moved(order, edit.ino, edit.index);
    case 'include':
      return included(order, edit.ino, edit.isOut);
    case 'sort':
      return sorted(order, files, edit.by, edit.isDescending);
    case 'replace':
      return edit.order;
  }
}

/** Drops missing files and appends new ones. */
export function withFiles(order: Order, now: Order): Order {
  const kept = order.filter(({ ino }) => now.some((one) => one.ino === ino));
  const added = now.filter(({ ino }) => !order.some((one) => one.ino === ino));
  return withOutFirst([...kept, ...added]);
}

export const toSave = (order: Order): { ino: string; exclude: boolean }[] =>
  order.map(({ ino, isOut }) => ({ ino, exclude: isOut }));
