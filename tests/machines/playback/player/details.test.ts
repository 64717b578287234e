import { describe, expect, test } from 'vitest';
import { detailsIn, detailsOf } from '../../../../src/machines/playback/player/details.logic.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { wholeBook } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const podcast = z.parse(getItem.output, recording('items/expanded-podcast').response.body);
const book = wholeBook;
if (podcast.mediaType !== 'podcast' || book.mediaType !== 'book') throw new Error('no podcast or no book');
const [episode] = podcast.media.episodes.items;
const { chapters, duration } = book.media;
const ofBook = { libraryItemId: book.id, episodeId: null };

describe("an item's data without a playback session", () => {
  test('is chapters and length of a book', () => {
    expect(detailsIn(book, ofBook)).toEqual({ media: ofBook, chapters: chapters.items, duration });
  });

  test('is that of one episode of a podcast, and nothing of a missing one', () => {
    const media = { libraryItemId: podcast.id, episodeId: episode?.id ?? null };
    expect(detailsIn(podcast, media)).toEqual({ media, chapters: episode?.chapters, duration: episode?.duration });
    expect(detailsIn(podcast, { ...media, episodeId: 'gone' })).toBe(null);
  });

  test('counts for that book or episode alone', () => {
    const details = detailsIn(book, ofBook);
    const request = { media: ofBook, startTime: null, preview: null };
    expect(detailsOf({ details, request })).toBe(details);
    expect(detailsOf({ details, request: { ...request, media: { ...ofBook, episodeId: 'e' } } })).toBe(null);
    expect(detailsOf({ details, request: null })).toBe(null);
  });
});
