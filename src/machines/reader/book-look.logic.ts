import { bookSettings, defaultEreaderSettings, ereaderSettings, type EreaderSettings } from '../../schemas/reading.ts';
import type { PageLook } from '../../services/reader/engine.ts';
import { defineStored, type KeyValueStorage } from '../../services/storage.ts';
import { PAGE_SETTINGS, pageLookOf, withPageLook } from './pages.logic.ts';

export const EREADER_SETTINGS = defineStored('ereaderSettings', ereaderSettings);
export const BOOK_SETTINGS = defineStored('earmark.bookSettings', bookSettings);

/** The ones set longest ago are dropped. */
const BOOKS_KEPT = 100;

interface File {
  readonly itemId: string;
  readonly ino: string;
  readonly format: string;
}

/** `isOwn`: this book's own look. `pages`: null for flowing text. */
export interface BookLook {
  readonly settings: EreaderSettings;
  readonly pages: PageLook | null;
  readonly isOwn: boolean;
}

export function lookFor(storage: KeyValueStorage, file: File): BookLook {
  const everywhere = lookEverywhere(storage, file);
  const own = storage.read(BOOK_SETTINGS)?.find(isOf(file));
  if (!own) return everywhere;
  const pages = everywhere.pages && { ...everywhere.pages, ...own.pages };
  return { settings: own.settings, pages, isOwn: true };
}

/** Saves a look for all books or for this one; the direction of fixed pages is always the book's. */
export function keepLook(storage: KeyValueStorage, file: File, { settings, pages, isOwn }: BookLook): void {
  const stored = storage.read(PAGE_SETTINGS);
  const everywhere = pageLookOf(stored, file);
  if (pages && everywhere) {
    const { fit, layout } = isOwn ? everywhere : pages;
    storage.write(PAGE_SETTINGS, withPageLook(stored, file, { ...pages, fit, layout }));
  }
  if (!isOwn) return void storage.write(EREADER_SETTINGS, settings);
  const { itemId, ino } = file;
  const one = { itemId, ino, settings, pages: pages && { fit: pages.fit, layout: pages.layout } };
  storage.write(BOOK_SETTINGS, [...othersOf(storage, file).slice(1 - BOOKS_KEPT), one]);
}

/** The look after a change of scope, which is saved too; null: unchanged. */
export function scopedLook(
  storage: KeyValueStorage,
  file: File,
  look: BookLook,
  scope: 'all' | 'book',
): BookLook | null {
  const isOwn = scope === 'book';
  if (isOwn === look.isOwn) return null;
  if (!isOwn) return sharedLook(storage, file, look);
  const own = { settings: look.settings, pages: look.pages, isOwn };
  keepLook(storage, file, own);
  return own;
}

function sharedLook(storage: KeyValueStorage, file: File, { pages }: BookLook): BookLook {
  storage.write(BOOK_SETTINGS, othersOf(storage, file));
  const everywhere = lookEverywhere(storage, file);
  if (!pages || !everywhere.pages) return everywhere;
  const { fit, layout } = everywhere.pages;
  return { ...everywhere, pages: { ...pages, fit, layout } };
}

function lookEverywhere(storage: KeyValueStorage, file: File): BookLook {
  const settings = storage.read(EREADER_SETTINGS) ?? defaultEreaderSettings;
  return { settings, pages: pageLookOf(storage.read(PAGE_SETTINGS), file), isOwn: false };
}

const isOf = (file: File) => (one: { readonly itemId: string; readonly ino: string }) =>
  one.itemId === file.itemId && one.ino === file.ino;

function othersOf(storage: KeyValueStorage, file: File) {
  const isThis = isOf(file);
  return (storage.read(BOOK_SETTINGS) ?? []).filter((one) => !isThis(one));
}
