import { describe, expect, test, vi } from 'vitest';
import { newEpisodesMachine } from '../../../../src/machines/edit/podcasts/new-episodes.machine.ts';
import { updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { checkNewEpisodes, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { podcastBody, wholePodcast } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import { feedEpisode, feedOf } from '../../../support/podcast-fixtures.ts';

const { id } = podcastBody;
const at = (hour: number, minute = 0) => new Date(2026, 2, 24, hour, minute, 12).getTime();

const itemWith = (lastEpisodeCheck: number | null) => ({
  ...wholePodcast,
  media: { ...wholePodcast.media, lastEpisodeCheck },
});

function open(lastCheck: number | null = at(8, 30)) {
  const host = createHost(newEpisodesMachine, { input: { item: itemWith(lastCheck) } });
  const { api } = host.ports;
  api.answer(updateItem, { updated: true, libraryItem: podcastBody });
  api.answer(checkNewEpisodes, { episodes: [feedEpisode(1), feedEpisode(2)] });
  api.answer(readFeed, feedOf([feedEpisode(1)]));
  const context = () => host.subject.getSnapshot().context;
  const isResting = () => vi.waitFor(() => expect(host.subject.getSnapshot().matches('resting')).toBe(true));
  return {
    ...host,
    api,
    context,
    isResting,
    moment: () => `${context().day} ${context().time}`,
    setMoment: (day: string, time: string) => host.subject.send({ type: 'newEpisodes.setMoment', day, time }),
    check: async () => {
      host.subject.send({ type: 'newEpisodes.check' });
      await isResting();
    },
  };
}

describe('looking for new episodes', () => {
  test('requests three at most after the last check, whose time is not rewritten', async () => {
    const { api, check, context, moment } = open();
    expect(moment()).toBe('2026-03-24 08:30');
    await check();
    expect([api.inputsOf(updateItem), api.inputsOf(checkNewEpisodes)]).toEqual([[], [{ id, limit: 3 }]]);
    expect([context().found, context().error]).toEqual([2, null]);
  });

  test('writes another time first, and begins with it again', async () => {
    const { api, check, moment, setMoment, subject } = open();
    setMoment('2026-03-01', '07:15');
    subject.send({ type: 'newEpisodes.setLimit', limit: 0 });
    await check();
    const entered = new Date(2026, 2, 1, 7, 15).getTime();
    expect(api.inputsOf(updateItem)).toEqual([{ id, change: { lastEpisodeCheck: entered } }]);
    expect([api.inputsOf(checkNewEpisodes), moment()]).toEqual([[{ id, limit: 0 }], '2026-03-01 07:15']);
    await check();
    expect(api.inputsOf(updateItem), 'it is written once').toHaveLength(1);
  });

  test('shows the time of its own check on its event, and keeps entered values', async () => {
    const { api, check, moment, setMoment, subject, isResting } = open();
    subject.send({ type: 'tab.itemChanged', item: itemWith(at(9)) });
    expect(moment()).toBe('2026-03-24 09:00');
    setMoment('2026-03-01', '07:15');
    subject.send({ type: 'tab.itemChanged', item: itemWith(at(10)) });
    expect(moment()).toBe('2026-03-01 07:15');
    const answer = api.defer(checkNewEpisodes);
    subject.send({ type: 'newEpisodes.check' });
    subject.send({ type: 'tab.itemChanged', item: itemWith(at(11)) });
    expect(moment()).toBe('2026-03-01 07:15');
    await vi.waitFor(() => expect(api.inputsOf(checkNewEpisodes)).toHaveLength(1));
    answer.resolve({ episodes: [] });
    await isResting();
    expect(moment()).toBe('2026-03-24 11:00');
    await check();
    expect(api.inputsOf(updateItem)).toHaveLength(1);
  });

  test('without new ones reads the feed once more: a server answers the same for an unreadable one', async () => {
    const { api, check, context } = open();
    await check();
    expect(api.inputsOf(readFeed), 'not where something is new').toEqual([]);
    api.answer(checkNewEpisodes, { episodes: [] });
    await check();
    expect([context().found, context().unread]).toEqual([0, null]);
    expect(api.inputsOf(readFeed)).toEqual([{ url: wholePodcast.media.metadata.feedUrl }]);
    api.refuse(readFeed, { kind: 'notFound', message: '' });
    await check();
    expect([context().found, context().unread?.kind, context().error]).toEqual([null, 'notFound', null]);
    api.answer(readFeed, feedOf([]));
    await check();
    expect([context().found, context().unread]).toEqual([0, null]);
  });

  test('needs a whole moment, and a whole number', async () => {
    const { api, context, setMoment, subject } = open();
    setMoment('2026-03-01', '');
    subject.send({ type: 'newEpisodes.setLimit', limit: null });
    subject.send({ type: 'newEpisodes.check' });
    expect(context().problems).toEqual({ moment: 'momentIncomplete', limit: 'noWholeNumber' });
    setMoment('2026-03-01', '08:00');
    subject.send({ type: 'newEpisodes.setLimit', limit: -1 });
    subject.send({ type: 'newEpisodes.check' });
    expect(context().problems).toEqual({ limit: 'noWholeNumber' });
    expect([api.inputsOf(updateItem), api.inputsOf(checkNewEpisodes)]).toEqual([[], []]);
  });

  test('works without a date of an earlier check', async () => {
    const { api, check, moment } = open(null);
    expect(moment()).toBe(' ');
    await check();
    expect([api.inputsOf(updateItem), api.inputsOf(checkNewEpisodes)]).toEqual([[], [{ id, limit: 3 }]]);
  });

  test('says why it failed, keeps entered values, and can be repeated', async () => {
    const { api, check, context, moment, setMoment } = open();
    api.refuse(updateItem, { kind: 'network' });
    setMoment('2026-03-01', '07:15');
    await check();
    expect([context().error?.kind, context().found, moment()]).toEqual(['network', null, '2026-03-01 07:15']);
    expect(api.inputsOf(checkNewEpisodes)).toEqual([]);
    api.answer(updateItem, { updated: true, libraryItem: podcastBody });
    await check();
    expect([context().error, context().found]).toEqual([null, 2]);
  });

  test('sorts existing ones, and reverses them', () => {
    const { context, subject } = open();
    const order = () => [context().order.sort, context().order.isDescending];
    expect(order()).toEqual(['publishedAt', true]);
    subject.send({ type: 'newEpisodes.sort', by: 'title' });
    expect(order()).toEqual(['title', false]);
    subject.send({ type: 'newEpisodes.sort', by: 'title' });
    expect(order()).toEqual(['title', true]);
  });
});
