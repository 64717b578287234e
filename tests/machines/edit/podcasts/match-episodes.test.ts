import { describe, expect, test, vi } from 'vitest';
import {
  selectMatchCounts,
  selectMatchShare,
  selectMatchState,
} from '../../../../src/machines/edit/podcasts/podcasts.selectors.ts';
import { matchPlan } from '../../../../src/machines/edit/podcasts/match-plan.logic.ts';
import { matchEpisodesMachine } from '../../../../src/machines/edit/podcasts/match-episodes.machine.ts';
import { feedEpisode as feedEpisodeSchema, type FeedEpisode } from '../../../../src/schemas/api/podcast-feed.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { readFeed, updateEpisode } from '../../../../src/services/endpoints/podcast-admin.ts';
import { episode, podcastBody, podcastOutline } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { feedEpisode, feedOf } from '../../../support/podcast-fixtures.ts';

const theirs = (number: number, changes: object = {}): FeedEpisode =>
  z.parse(feedEpisodeSchema, feedEpisode(number, changes));
const PLAIN = { description: null, episodeType: null, enclosure: null };
/** As the feed has this number, but for `changes`. */
const ours = (id: string, number: number, changes: object = {}) => {
  const { title, subtitle, description, season, episode: numbered, episodeType, publishedAt } = theirs(number);
  const known = { title, subtitle, description, season, episode: numbered, episodeType, publishedAt };
  return episode(id, { ...PLAIN, guid: null, ...(known as object), ...changes });
};

describe('the changes of a match of all episodes', () => {
  const feed = [theirs(1), theirs(2), theirs(3)];
  const idsOf = (plan: ReturnType<typeof matchPlan>) => plan.rows.map(({ id }) => id);

  test('pairs by guid, else by file, else by a title that is one’s own', () => {
    const { enclosure } = theirs(2);
    const plan = matchPlan(
      [
        ours('guid', 1, { guid: 'guid-1', title: 'Else' }),
        ours('file', 2, { enclosure: { ...enclosure, url: `${enclosure.url}?token=1` }, title: 'Other' }),
        ours('title', 3, { publishedAt: 5 }),
        ours('none', 3, { title: 'Nowhere' }),
      ],
      feed,
    );
    expect([idsOf(plan).toSorted(), plan.same, plan.missing]).toEqual([['file', 'guid', 'title'], 0, 1]);
    expect(plan.rows.find(({ id }) => id === 'guid')).toEqual({
      id: 'guid',
      title: 'Else',
      fields: [{ name: 'title', now: 'Else', next: 'Episode 1' }],
      change: { title: 'Episode 1' },
    });
  });

  test('takes no duplicate title, and no feed episode of another one', () => {
    const twice = [theirs(1), theirs(2, { title: 'Episode 1' })];
    expect(matchPlan([ours('a', 1, { subtitle: 'Else' })], twice)).toEqual({ rows: [], same: 0, missing: 1 });
    const both = [ours('a', 1, { guid: 'guid-1' }), ours('b', 1, { subtitle: 'Else' })];
    expect(matchPlan(both, [theirs(1)])).toEqual({ rows: [], same: 1, missing: 1 });
    const alike = [ours('a', 1, { subtitle: 'Else' }), ours('b', 1, { subtitle: 'Other' })];
    expect(matchPlan(alike, [theirs(1)])).toEqual({ rows: [], same: 0, missing: 2 });
    const sharedGuid = [theirs(1), theirs(2, { guid: 'guid-1' })];
    expect(matchPlan([ours('a', 3, { guid: 'guid-1' })], sharedGuid).missing).toBe(1);
  });

  test('ignores values missing from the feed, and differences in spaces only', () => {
    const feedSays = [theirs(1, { title: ' Episode 1 ', subtitle: '', description: null })];
    const plan = matchPlan([ours('a', 1, { guid: 'guid-1', subtitle: 'Mine', description: 'Mine' })], feedSays);
    expect(plan).toEqual({ rows: [], same: 1, missing: 0 });
  });

  test('shows the newest first', () => {
    const plan = matchPlan(
      [1, 2, 3].map((number) => ours(`${number}`, number, { guid: `guid-${number}`, title: 'Else' })),
      feed,
    );
    expect(idsOf(plan)).toEqual(['3', '2', '1']);
  });
});

async function open(numbers: readonly number[] = [1, 2, 3]) {
  const host = createHost(matchEpisodesMachine, {
    named: { toasts: null },
    input: {
      podcast: podcastOutline,
      feedUrl: 'http://feed.example/feed.xml',
      episodes: numbers.map((number) => ours(`${number}`, number, { guid: `guid-${number}`, title: `Old ${number}` })),
    },
  });
  const { api } = host.ports;
  api.answer(readFeed, feedOf(numbers.map((number) => feedEpisode(number))));
  api.answer(updateEpisode, podcastBody);
  const state = () => host.subject.getSnapshot();
  await vi.waitFor(() => expect(state().matches('resting')).toBe(true));
  return {
    ...host,
    api,
    state,
    counts: () => selectMatchCounts(state()),
    sent: () => (api.inputsOf(updateEpisode) as { episodeId: string }[]).map(({ episodeId }) => episodeId),
    apply: async () => {
      host.subject.send({ type: 'matchEpisodes.run' });
      await vi.waitFor(() => expect(state().matches('resting')).toBe(true));
    },
  };
}

describe('the match of all episodes', () => {
  test('sends the picked ones, one after the other, in the order of the list', async () => {
    const { api, apply, sent, counts, state, subject } = await open();
    subject.send({ type: 'matchEpisodes.pick', id: '2', isOn: false });
    expect(selectMatchShare(state())).toBe('some');
    await apply();
    expect(sent()).toEqual(['3', '1']);
    expect(api.inputsOf(updateEpisode)[0]).toEqual({
      id: podcastOutline.id,
      episodeId: '3',
      change: { title: 'Episode 3' },
    });
    expect(counts()).toEqual({ sent: 2, settled: 2, failed: 0, updated: 2, picked: 0 });
    subject.send({ type: 'matchEpisodes.pickAll', isOn: true });
    expect([...state().context.picked], 'what is updated is not picked again').toEqual(['2']);
    subject.send({ type: 'matchEpisodes.pick', id: '1', isOn: true });
    expect([...state().context.picked]).toEqual(['2']);
  });

  test('continues after a failed one, which stays picked for a retry', async () => {
    const { api, apply, counts, sent, state } = await open();
    api.refuseOnce(updateEpisode, { kind: 'notFound', message: 'x' });
    await apply();
    expect([sent(), counts()]).toEqual([['3', '2', '1'], { sent: 3, settled: 3, failed: 1, updated: 2, picked: 1 }]);
    expect(state().context.error?.kind).toBe('notFound');
    await apply();
    expect([sent().at(-1), counts().failed, counts().updated, state().context.error]).toEqual(['3', 0, 3, null]);
  });

  test('stops when the server is unreachable, and the rest stays picked', async () => {
    const { api, apply, counts, sent } = await open();
    api.refuseOnce(updateEpisode, { kind: 'network' });
    await apply();
    expect([sent(), counts()]).toEqual([['3'], { sent: 3, settled: 1, failed: 1, updated: 0, picked: 3 }]);
  });

  test('stops after the one that is under way', async () => {
    const { api, counts, sent, state, subject } = await open();
    const answer = api.defer(updateEpisode);
    subject.send({ type: 'matchEpisodes.run' });
    subject.send({ type: 'matchEpisodes.stop' });
    expect(state().matches('updating')).toBe(true);
    answer.resolve(podcastBody);
    await vi.waitFor(() => expect(state().matches('resting')).toBe(true));
    expect([sent(), counts()]).toEqual([['3'], { sent: 3, settled: 1, failed: 0, updated: 1, picked: 2 }]);
  });

  test('closed during a run, ends after the one that is under way and says how far it came', async () => {
    const { api, sent, state, subject, receivedBy } = await open();
    const answer = api.defer(updateEpisode);
    subject.send({ type: 'matchEpisodes.run' });
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    subject.send({ type: 'matchEpisodes.close' });
    expect(state().status).toBe('active');
    answer.resolve(podcastBody);
    await vi.waitFor(() => expect(state().status).toBe('done'));
    expect([sent(), state().output]).toEqual([['3'], { updated: 1 }]);
    expect(receivedBy('toasts')).toMatchObject([
      { message: { key: 'episodes.matchEnded', values: { updated: 1, sent: 3 } } },
    ]);
  });

  test('closed twice, ends at once; closed while one fails, says so too', async () => {
    const slow = await open();
    slow.api.defer(updateEpisode);
    slow.subject.send({ type: 'matchEpisodes.run' });
    slow.subject.send({ type: 'matchEpisodes.close' });
    slow.subject.send({ type: 'matchEpisodes.close' });
    expect(slow.state().status).toBe('done');
    expect(slow.receivedBy('toasts')).toMatchObject([{ message: { values: { updated: 0, sent: 3 } } }]);
    const failing = await open();
    failing.api.refuse(updateEpisode, { kind: 'network' });
    failing.subject.send({ type: 'matchEpisodes.run' });
    failing.subject.send({ type: 'matchEpisodes.close' });
    await vi.waitFor(() => expect(failing.state().status).toBe('done'));
    expect(failing.receivedBy('toasts')).toMatchObject([{ message: { values: { updated: 0, sent: 3 } } }]);
  });

  test('closed at rest, is silent', async () => {
    const { subject, receivedBy, state } = await open();
    subject.send({ type: 'matchEpisodes.close' });
    expect([state().status, receivedBy('toasts')]).toEqual(['done', []]);
  });

  test('shows old and new of one, and returns to the list', async () => {
    const { state, subject } = await open();
    subject.send({ type: 'matchEpisodes.show', id: '2' });
    expect(selectMatchState(state())).toBe('one');
    subject.send({ type: 'matchEpisodes.back' });
    expect([selectMatchState(state()), state().context.last]).toEqual(['list', '2']);
  });

  test('says that a feed cannot be read, and reloads it', async () => {
    const host = createHost(matchEpisodesMachine, {
      input: { podcast: podcastOutline, feedUrl: 'http://feed.example/feed.xml', episodes: [] },
    });
    host.ports.api.refuse(readFeed, { kind: 'notFound', message: 'x' });
    const state = () => selectMatchState(host.subject.getSnapshot());
    await vi.waitFor(() => expect(state()).toBe('failed'));
    host.ports.api.answer(readFeed, feedOf([feedEpisode(1)]));
    host.subject.send({ type: 'matchEpisodes.retry' });
    await vi.waitFor(() => expect(state()).toBe('empty'));
  });
});
