import { expect, test } from 'vitest';
import { patchItem } from '../../../../src/machines/kit/shown-item.logic.ts';
import type { PodcastItemMinified } from '../../../../src/schemas/api/library-item-minified.ts';
import type { ReportedItem } from '../../../../src/schemas/api/library-item-reduced.ts';

test("a list keeps an event's data of a podcast, but not the ids of its episodes", () => {
  const shown = {
    id: 'p',
    mediaType: 'podcast',
    numEpisodesIncomplete: 3,
    media: { numEpisodes: 4, metadata: { title: 'Old' } },
  } as unknown as PodcastItemMinified;
  const report = {
    id: 'p',
    mediaType: 'podcast',
    episodeIds: ['a', 'b'],
    media: { numEpisodes: 2, metadata: { title: 'New' } },
  } as unknown as ReportedItem;
  expect(patchItem(shown, report)).toStrictEqual({
    id: 'p',
    mediaType: 'podcast',
    numEpisodesIncomplete: 3,
    media: { numEpisodes: 2, metadata: { title: 'New' } },
  });
});
