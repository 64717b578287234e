import { BATCH_DRAFT } from '../../src/machines/edit/batch-edit/batch-edit.stored.ts';
import type { FakePorts } from './fakes/ports.ts';
import { podcastBody } from './episode-fixtures.ts';
import { bookBody } from './item-fixtures.ts';

/** A book of the batch, as the server answers it; `metadata` replaces the recorded one's. */
export const batchBook = (id: string, metadata: object = {}, tags: readonly string[] = []) => ({
  ...bookBody,
  id,
  media: { ...bookBody.media, tags, metadata: { ...bookBody.media.metadata, ...metadata } },
});

/** A podcast of the batch. */
export const batchPodcast = (id: string, metadata: object = {}) => {
  const { media } = podcastBody as unknown as { media: { metadata: object } };
  return { ...podcastBody, id, media: { ...media, metadata: { ...media.metadata, ...metadata } } };
};

/** These were selected, and Edit was pressed. */
export function select({ tabStorage }: Pick<FakePorts, 'tabStorage'>, ...ids: readonly string[]): void {
  tabStorage.write(BATCH_DRAFT, { ids: [...ids], drafts: [] });
}
