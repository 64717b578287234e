import { z } from '../zod.ts';
import { body, description, everyOf, fields, filledText, ifValid, orElse, someTexts, text, texts } from './fields.ts';

const NO_COLLECTION = 'Invalid collection data';
/** `books` are ids of items. */
export const newCollection = body({
  libraryId: text(NO_COLLECTION),
  name: filledText(NO_COLLECTION),
  description: ifValid(z.nullable(description())),
  books: someTexts(`${NO_COLLECTION}. No books`),
});

export const collectionChange = body({
  name: ifValid(filledText()),
  description: ifValid(z.nullable(description())),
  books: ifValid(texts()),
});

export const collectionBook = body({ id: orElse(text(), '') });
export const collectionBooks = body({ books: someTexts('Invalid request body') });

const entryMembers = { libraryItemId: text(), episodeId: ifValid(z.nullable(text())) };
const entry = fields(entryMembers);

const NO_PLAYLIST = 'Invalid playlist data';
export const newPlaylist = body({
  libraryId: text(NO_PLAYLIST),
  name: filledText(NO_PLAYLIST),
  description: ifValid(z.nullable(description())),
  items: z.optional(everyOf(entry, `${NO_PLAYLIST}. Invalid items`)),
});

const fixed = z.optional(z.undefined(`${NO_PLAYLIST}. Cannot update libraryId or userId`));
/** `items` only changes the order; a description can't be cleared. */
export const playlistChange = body({
  libraryId: fixed,
  userId: fixed,
  name: ifValid(filledText()),
  description: ifValid(z.nullable(description().check(z.minLength(1)))),
  items: z.optional(everyOf(entry, 'Invalid playlist items')),
});

export const playlistItem = body({ ...entryMembers, libraryItemId: text('Request body has no libraryItemId') });
const NO_ITEMS = 'Invalid request body items';
export const playlistItems = body({ items: everyOf(entry, NO_ITEMS).check(z.minLength(1, NO_ITEMS)) });
