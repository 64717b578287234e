import { z } from '../zod.ts';
import { body, description, everyOf, fields, filledText, ifValid, orElse, someTexts, text, texts } from './fields.ts';

const NO_COLLECTION = 'Invalid collection data';
/** `POST /api/collections`. `books` are ids of items. */
export const newCollection = body({
  libraryId: text(NO_COLLECTION),
  name: filledText(NO_COLLECTION),
  description: ifValid(z.nullable(description())),
  books: someTexts(`${NO_COLLECTION}. No books`),
});

/** `PATCH /api/collections/:id`. `books` only changes the order. */
export const collectionChange = body({
  name: ifValid(filledText()),
  description: ifValid(z.nullable(description())),
  books: ifValid(texts()),
});

/** `POST /api/collections/:id/book`: the id of an item. */
export const collectionBook = body({ id: orElse(text(), '') });
/** `POST /api/collections/:id/batch/add` and `remove`: ids of items, one at least. */
export const collectionBooks = body({ books: someTexts('Invalid request body') });

const entryMembers = { libraryItemId: text(), episodeId: ifValid(z.nullable(text())) };
/** A book, or an episode of a podcast. */
const entry = fields(entryMembers);

const NO_PLAYLIST = 'Invalid playlist data';
/** `POST /api/playlists`. */
export const newPlaylist = body({
  libraryId: text(NO_PLAYLIST),
  name: filledText(NO_PLAYLIST),
  description: ifValid(z.nullable(description())),
  items: z.optional(everyOf(entry, `${NO_PLAYLIST}. Invalid items`)),
});

const fixed = z.optional(z.undefined(`${NO_PLAYLIST}. Cannot update libraryId or userId`));
/** `PATCH /api/playlists/:id`. `items` only changes the order; a description cannot be cleared. */
export const playlistChange = body({
  libraryId: fixed,
  userId: fixed,
  name: ifValid(filledText()),
  description: ifValid(z.nullable(description().check(z.minLength(1)))),
  items: z.optional(everyOf(entry, 'Invalid playlist items')),
});

/** `POST /api/playlists/:id/item`. */
export const playlistItem = body({ ...entryMembers, libraryItemId: text('Request body has no libraryItemId') });
const NO_ITEMS = 'Invalid request body items';
/** `POST /api/playlists/:id/batch/add` and `remove`: one at least. */
export const playlistItems = body({ items: everyOf(entry, NO_ITEMS).check(z.minLength(1, NO_ITEMS)) });
