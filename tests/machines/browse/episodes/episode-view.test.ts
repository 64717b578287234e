import { describe, expect, test, vi } from 'vitest';
import { previewOf } from '../../../../src/machines/browse/episodes/episode.logic.ts';
import { episodeViewMachine } from '../../../../src/machines/browse/episodes/episode-view.machine.ts';
import { selectEpisodePlace } from '../../../../src/machines/browse/episodes/episode-view.selectors.ts';
import { getEpisode } from '../../../../src/services/endpoints/podcasts.ts';
import { createHost } from '../../../support/host.ts';
import { firstEpisode, podcastOutline } from '../../../support/episode-fixtures.ts';

const { id: episodeId } = firstEpisode;
const media = { libraryItemId: podcastOutline.id, episodeId };

function open(known: typeof firstEpisode | null = firstEpisode) {
  const host = createHost(episodeViewMachine, {
    input: { podcast: podcastOutline, episodeId, known },
    named: { player: null },
  });
  return { ...host, place: () => selectEpisodePlace(host.subject.getSnapshot()) };
}

describe('the view of an episode', () => {
  test('shows its known data without a request', () => {
    const view = open();
    expect([view.place(), view.ports.api.inputsOf(getEpisode)]).toEqual(['ready', []]);
  });

  test('fetches missing data', async () => {
    const view = open(null);
    expect(view.place()).toBe('loading');
    view.ports.api.answer(getEpisode, firstEpisode);
    await vi.waitFor(() => expect(view.place()).toBe('ready'));
    expect(view.ports.api.inputsOf(getEpisode)).toEqual([{ id: podcastOutline.id, episodeId }]);
    expect(view.subject.getSnapshot().context.episode?.title).toBe(firstEpisode.title);
    expect(view.subject.getSnapshot().status).toBe('active');
  });

  test('one that failed to load says so, and is refetched on request (POD-005)', async () => {
    const view = open(null);
    view.ports.api.refuseOnce(getEpisode, { kind: 'notFound', message: 'Gone' });
    await vi.waitFor(() => expect(view.place()).toBe('failed'));
    expect(view.subject.getSnapshot().context.error).toEqual({ kind: 'notFound', message: 'Gone' });
    view.ports.api.answer(getEpisode, firstEpisode);
    view.subject.send({ type: 'episode.retry' });
    expect(view.place()).toBe('loading');
    await vi.waitFor(() => expect(view.place()).toBe('ready'));
    expect(view.subject.getSnapshot().context.error).toBe(null);
  });

  test('a time in the notes plays from there at once, with a way back (POD-008)', () => {
    const view = open();
    view.subject.send({ type: 'episode.playFrom', time: 12 });
    expect(view.receivedBy('player')).toEqual([
      {
        type: 'player.play',
        ...media,
        preview: previewOf(podcastOutline, firstEpisode),
        startTime: 12,
        isJump: true,
      },
    ]);
  });

  test('reports that the user closed it', () => {
    const view = open();
    view.subject.send({ type: 'episode.dismiss' });
    expect(view.subject.getSnapshot()).toMatchObject({ status: 'done', output: 'dismissed' });
  });
});

test('the address names it while it is open, and back closes it', () => {
  const view = open(firstEpisode);
  expect(view.ports.navigation.named).toEqual({ episode: firstEpisode.id });
  view.ports.navigation.back();
  expect([view.subject.getSnapshot().output, view.ports.navigation.named]).toEqual(['dismissed', null]);
});
