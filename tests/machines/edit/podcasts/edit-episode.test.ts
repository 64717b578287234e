import { describe, expect, test, vi } from 'vitest';
import { editEpisodeMachine } from '../../../../src/machines/edit/podcasts/edit-episode.machine.ts';
import { EPISODE_DRAFT } from '../../../../src/machines/edit/podcasts/episode-draft.actor.ts';
import { selectEditState, selectSteps } from '../../../../src/machines/edit/podcasts/podcasts.selectors.ts';
import {
  changesFromFeed,
  dayAndTime,
  episodeChanges,
  episodeDetails,
  episodeValues,
  toMoment,
  type EpisodeDetail,
} from '../../../../src/machines/edit/podcasts/episode-form.logic.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { searchFeedEpisode, updateEpisode } from '../../../../src/services/endpoints/podcast-admin.ts';
import { getEpisode } from '../../../../src/services/endpoints/podcasts.ts';
import { firstEpisode, podcastBody, podcastOutline } from '../../../support/episode-fixtures.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';
import { feedEpisode } from '../../../support/podcast-fixtures.ts';

const { id: libraryItemId } = podcastOutline;
const { id: episodeId, title } = firstEpisode;
const list = [
  { libraryItemId, episodeId, title },
  { libraryItemId, episodeId: 'next', title: 'Next' },
];
/** The server's podcast after a change of this episode. */
const changed = (changes: object) => ({
  ...podcastBody,
  media: {
    ...podcastBody.media,
    episodes: podcastBody.media.episodes.map((one) => (one.id === episodeId ? { ...one, ...changes } : one)),
  },
});

async function open(ports = createFakePorts(), now: object = {}) {
  const host = createHost(editEpisodeMachine, {
    input: { libraryItemId, episodeId, title, list },
    named: { modals: null, toasts: null },
    ports,
  });
  host.ports.api.answer(getEpisode, (input: { episodeId: string }) => ({
    ...firstEpisode,
    ...now,
    id: input.episodeId,
  }));
  const state = () => host.subject.getSnapshot();
  await vi.waitFor(() => expect(selectEditState(state())).toBe('ready'));
  return {
    ...host,
    state,
    type: (field: EpisodeDetail, value: string) => state().context.fields?.send({ type: 'form.change', field, value }),
    resting: () => vi.waitFor(() => expect(state().matches({ ready: 'resting' })).toBe(true)),
    report: () =>
      host
        .receivedBy('toasts')
        .map((event) =>
          'message' in event && 'kind' in event ? { kind: event.kind, ...(event.message as object) } : event,
        ),
  };
}

describe('the details of an episode', () => {
  test("save only changes, and the form continues with the server's result", async () => {
    const { subject, state, type, ports, report, resting } = await open();
    ports.api.answer(updateEpisode, changed({ title: 'New', description: '<p>Clean</p>' }));
    type('title', ' New ');
    type('description', '<p>Clean</p><script>1</script>');
    subject.send({ type: 'editEpisode.save' });
    await vi.waitFor(() => expect(state().context.title).toBe('New'));
    await resting();
    expect(ports.api.inputsOf(updateEpisode)).toEqual([
      { id: libraryItemId, episodeId, change: { title: 'New', description: '<p>Clean</p><script>1</script>' } },
    ]);
    expect(state().context.fields?.getSnapshot().context.values.description).toBe('<p>Clean</p>');
    expect(report()).toMatchObject([{ key: 'itemEdit.updated' }]);
  });

  test('that are the same are not sent', async () => {
    const { subject, ports, report } = await open();
    subject.send({ type: 'editEpisode.saveAndClose' });
    await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
    expect([ports.api.inputsOf(updateEpisode), report()]).toMatchObject([[], [{ key: 'itemEdit.noUpdates' }]]);
  });

  test.each([
    ['title', '  ', 'title', 'titleMissing'],
    ['time', '', 'time', 'momentIncomplete'],
    ['day', '', 'day', 'momentIncomplete'],
  ] as const)('with the %s “%s” are not sent (VAL-033)', async (field, value, at, problem) => {
    const { subject, state, type, ports, resting } = await open();
    type(field, value);
    subject.send({ type: 'editEpisode.showTab', tab: 'match' });
    subject.send({ type: 'editEpisode.save' });
    await resting();
    expect(state().context.fields?.getSnapshot().context.problems).toEqual({ [at]: problem });
    expect([ports.api.inputsOf(updateEpisode), state().context.tab]).toEqual([[], 'details']);
  });

  test('that could not be saved stay as they were typed', async () => {
    const { subject, state, type, ports, report, resting } = await open();
    ports.api.refuse(updateEpisode, { kind: 'network' });
    type('title', 'New');
    subject.send({ type: 'editEpisode.saveAndClose' });
    await resting();
    expect(state().context.fields?.getSnapshot().context.values.title).toBe('New');
    expect(report()).toMatchObject([{ key: 'itemEdit.updateFailed' }]);
  });

  test('save and next saves, and shows the next episode; the toast undoes the save', async () => {
    const { subject, state, type, ports, receivedBy } = await open();
    ports.api.answer(updateEpisode, changed({ title: 'New' }));
    type('title', 'New');
    subject.send({ type: 'editEpisode.saveAndNext' });
    await vi.waitFor(() => expect([state().context.episodeId, selectEditState(state())]).toEqual(['next', 'ready']));
    const undo = { type: 'itemRestorer.restoreEpisode', id: libraryItemId, episodeId, change: { title } };
    expect(receivedBy('toasts')).toMatchObject([{ kind: 'success', action: { to: 'itemRestorer', event: undo } }]);
    subject.send({ type: 'editEpisode.saveAndNext' });
    await vi.waitFor(() => expect(receivedBy('toasts')).toHaveLength(2));
    expect([state().context.episodeId, state().status]).toEqual(['next', 'active']);
  });

  test('closing during a save closes then', async () => {
    const { subject, type, ports, report } = await open();
    const answer = ports.api.defer(updateEpisode);
    type('title', 'New');
    subject.send({ type: 'editEpisode.save' });
    subject.send({ type: 'editEpisode.step', by: 1 });
    subject.send({ type: 'editEpisode.close' });
    expect(subject.getSnapshot().matches({ ready: 'saving' })).toBe(true);
    answer.resolve(changed({ title: 'New' }));
    await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
    expect(report()).toEqual([{ kind: 'success', key: 'itemEdit.updated', values: { title: 'New' } }]);
  });
});

describe('a reload in the middle of the form', () => {
  /** The page loads once more, with its storage and the server's present data. */
  async function reloaded(now: object = {}, changes: object = {}) {
    const before = await open();
    before.type('title', 'Typed');
    const kept = before.ports.tabStorage.read(EPISODE_DRAFT);
    if (!kept) throw new Error('Nothing was kept');
    const ports = createFakePorts();
    ports.tabStorage.write(EPISODE_DRAFT, { ...kept, ...changes });
    const modal = await open(ports, now);
    const values = () => modal.state().context.fields?.getSnapshot().context.values;
    return { ...modal, values };
  }

  test('restores unsaved values, until saved', async () => {
    const { subject, state, ports, values, resting } = await reloaded();
    expect([state().context.isRestored, values()?.title]).toEqual([true, 'Typed']);
    ports.api.answer(updateEpisode, changed({ title: 'Typed' }));
    subject.send({ type: 'editEpisode.save' });
    await vi.waitFor(() => expect(state().context.title).toBe('Typed'));
    await resting();
    expect(ports.api.inputsOf(updateEpisode)).toEqual([{ id: libraryItemId, episodeId, change: { title: 'Typed' } }]);
    expect([state().context.isRestored, ports.tabStorage.read(EPISODE_DRAFT)]).toEqual([false, null]);
  });

  test('takes changes from elsewhere, and shows a choice where both changed', async () => {
    const { values } = await reloaded({ title: 'Theirs', season: '7' });
    expect(values()).toMatchObject({ title: 'Typed', season: '7', clashes: ['title'] });
  });

  test('shows an undecided choice again', async () => {
    const base = { ...episodeDetails(firstEpisode), title: 'Theirs' };
    const { values } = await reloaded({ title: 'Theirs' }, { base, clashes: ['title'] });
    expect(values()).toMatchObject({ title: 'Typed', clashes: ['title'] });
  });

  test('restores nothing that is saved by now, nor for another episode', async () => {
    const same = await reloaded({ title: 'Typed' });
    expect([same.state().context.isRestored, same.values()?.title]).toEqual([false, 'Typed']);
    const other = await reloaded({}, { episodeId: 'next' });
    expect([other.state().context.isRestored, other.values()?.title]).toEqual([false, title]);
  });

  test('is discarded for the saved values, and dropped when the modal closes', async () => {
    const { subject, values, ports, state } = await reloaded();
    subject.send({ type: 'editEpisode.forgetDraft' });
    expect([state().context.isRestored, values()?.title, ports.tabStorage.read(EPISODE_DRAFT)]).toEqual([
      false,
      title,
      null,
    ]);
    const closed = await reloaded();
    closed.subject.send({ type: 'editEpisode.close' });
    closed.subject.send(questionClosed(true));
    expect([closed.state().status, closed.ports.tabStorage.read(EPISODE_DRAFT)]).toEqual(['done', null]);
  });
});

describe('the next episode', () => {
  test('opens also while one is fetched, and none after the last', async () => {
    const { subject, state, ports } = await open();
    ports.api.defer(getEpisode);
    subject.send({ type: 'editEpisode.step', by: 1 });
    subject.send({ type: 'editEpisode.step', by: 1 });
    expect([state().context.episodeId, selectEditState(state())]).toEqual(['next', 'loading']);
    expect([state().context.fields, state().children.fields]).toEqual([null, undefined]);
    subject.send({ type: 'editEpisode.step', by: -1 });
    ports.api.answer(getEpisode, firstEpisode);
    subject.send({ type: 'editEpisode.step', by: 1 });
    subject.send({ type: 'editEpisode.step', by: -1 });
    expect([state().context.episodeId, selectEditState(state())]).toEqual([episodeId, 'loading']);
    await vi.waitFor(() => expect(selectEditState(state())).toBe('ready'));
  });

  test('follows the order of the table, and none is after the last (POD-007)', async () => {
    const { subject, state, ports } = await open();
    expect(selectSteps(state())).toEqual({ hasList: true, hasPrevious: false, hasNext: true });
    subject.send({ type: 'editEpisode.step', by: -1 });
    subject.send({ type: 'editEpisode.step', by: 1 });
    await vi.waitFor(() => expect(selectEditState(state())).toBe('ready'));
    expect(ports.api.inputsOf(getEpisode)).toEqual([
      { id: libraryItemId, episodeId },
      { id: libraryItemId, episodeId: 'next' },
    ]);
    expect(selectSteps(state())).toEqual({ hasList: true, hasPrevious: true, hasNext: false });
  });

  test.each([
    [true, 'next'],
    [false, episodeId],
  ])('discards typed values only on confirmation: %s (pitfall 44)', async (accepted, at) => {
    const { subject, state, type, receivedBy } = await open();
    type('title', 'New');
    subject.send({ type: 'editEpisode.step', by: 1 });
    expect(receivedBy('modals')).toMatchObject([{ modal: 'confirm', input: { tone: 'danger' } }]);
    subject.send(questionClosed(accepted));
    await vi.waitFor(() => expect(selectEditState(state())).toBe('ready'));
    expect(state().context.episodeId).toBe(at);
    expect(state().context.fields?.getSnapshot().context.values.title).toBe(accepted ? title : 'New');
  });

  test('requested and cancelled does not open when the modal closes', async () => {
    const { subject, state, type } = await open();
    type('title', 'New');
    subject.send({ type: 'editEpisode.step', by: 1 });
    subject.send(questionClosed(false));
    subject.send({ type: 'editEpisode.close' });
    subject.send(questionClosed(true));
    expect(state().output).toBe('closed');
  });

  test('closing confirms too', async () => {
    const { subject, state, type } = await open();
    type('title', 'New');
    subject.send({ type: 'editEpisode.close' });
    subject.send(questionClosed(false));
    expect(state().matches({ ready: 'resting' })).toBe(true);
    subject.send({ type: 'editEpisode.close' });
    subject.send(questionClosed(true));
    expect(state().output).toBe('closed');
  });
});

describe('a change from elsewhere', () => {
  const notify = async (opened: Awaited<ReturnType<typeof open>>, changes: object) => {
    const before = opened.ports.api.inputsOf(getEpisode).length;
    opened.ports.api.answer(getEpisode, { ...firstEpisode, ...changes });
    opened.subject.send({ type: 'server.item.updated', item: { id: libraryItemId } as never });
    opened.ports.clock.advance(1000);
    await vi.waitFor(() => expect(opened.ports.api.inputsOf(getEpisode)).toHaveLength(before + 1));
    await vi.waitFor(() => expect(opened.state().context.known).toMatchObject(changes));
  };
  const values = ({ state }: Awaited<ReturnType<typeof open>>) => state().context.fields?.getSnapshot().context.values;

  test('reaches untouched fields; typed values stay, with a choice field by field', async () => {
    const opened = await open();
    opened.type('title', 'Mine');
    opened.type('subtitle', 'Mine too');
    await notify(opened, { title: 'Theirs', subtitle: 'Theirs too', season: '7' });
    expect(values(opened)).toMatchObject({
      title: 'Mine',
      subtitle: 'Mine too',
      season: '7',
      clashes: ['title', 'subtitle'],
    });
    expect(opened.state().context.title).toBe('Theirs');
    opened.subject.send({ type: 'editEpisode.takeTheirs', field: 'title' });
    opened.subject.send({ type: 'editEpisode.keepMine', field: 'subtitle' });
    expect(values(opened)).toMatchObject({ title: 'Theirs', subtitle: 'Mine too', clashes: [] });
    opened.ports.api.answer(updateEpisode, changed({ subtitle: 'Mine too' }));
    opened.subject.send({ type: 'editEpisode.save' });
    await opened.resting();
    expect(opened.ports.api.inputsOf(updateEpisode)).toMatchObject([{ change: { subtitle: 'Mine too' } }]);
  });

  test('to the typed value needs no choice', async () => {
    const opened = await open();
    opened.type('title', 'Same');
    await notify(opened, { title: 'Same' });
    expect(values(opened)).toMatchObject({ title: 'Same', clashes: [] });
    opened.subject.send({ type: 'editEpisode.close' });
    expect(opened.state().status).toBe('done');
  });

  test('during a save that fails comes with its end', async () => {
    const opened = await open();
    const answer = opened.ports.api.defer(updateEpisode);
    opened.type('title', 'Mine');
    opened.subject.send({ type: 'editEpisode.save' });
    await notify(opened, { title: 'Theirs', season: '7' });
    expect(values(opened)?.season).not.toBe('7');
    answer.reject({ kind: 'server', status: 500, message: '' });
    await opened.resting();
    expect(values(opened)).toMatchObject({ title: 'Mine', season: '7', clashes: ['title'] });
  });

  test('to another podcast is none', async () => {
    const { subject, ports } = await open();
    subject.send({ type: 'server.item.updated', item: { id: 'another' } as never });
    subject.send({ type: 'server.items.updated', items: { items: [{ id: 'another' }] } as never });
    ports.clock.advance(1000);
    expect(ports.api.inputsOf(getEpisode)).toHaveLength(1);
  });

  test('that removes the episode closes the editor and says so, after an open question', async () => {
    const opened = await open();
    opened.type('title', 'Mine');
    opened.subject.send({ type: 'editEpisode.close' });
    opened.ports.api.refuse(getEpisode, { kind: 'notFound', message: '' });
    opened.subject.send({ type: 'server.item.updated', item: { id: libraryItemId } as never });
    opened.ports.clock.advance(1000);
    await vi.waitFor(() => expect(opened.state().context.isRemoved).toBe(true));
    expect(opened.state().status).toBe('active');
    opened.subject.send(questionClosed(false));
    expect([opened.state().status, opened.report()]).toEqual([
      'done',
      [{ kind: 'warning', key: 'itemEdit.removed', values: { title } }],
    ]);
  });

  test('that removes the podcast does so too, and that of another does nothing', async () => {
    const opened = await open();
    opened.type('title', 'Mine');
    opened.subject.send({ type: 'editEpisode.close' });
    opened.subject.send({ type: 'server.item.removed', item: { id: 'another' } });
    opened.subject.send({ type: 'server.item.removed', item: { id: libraryItemId } });
    expect([opened.state().matches({ ready: 'asking' }), opened.report()]).toEqual([true, []]);
    opened.subject.send(questionClosed(false));
    expect([opened.state().status, opened.report()]).toEqual([
      'done',
      [{ kind: 'warning', key: 'itemEdit.removed', values: { title } }],
    ]);
    const kept = await open();
    kept.type('title', 'Mine');
    kept.subject.send({ type: 'editEpisode.close' });
    kept.subject.send({ type: 'server.item.removed', item: { id: 'another' } });
    kept.subject.send(questionClosed(false));
    expect([kept.state().matches({ ready: 'resting' }), kept.report()]).toEqual([true, []]);
  });

  test('that removes it without an open question closes the editor at once', async () => {
    const opened = await open();
    opened.ports.api.refuse(getEpisode, { kind: 'notFound', message: '' });
    opened.subject.send({ type: 'server.item.updated', item: { id: libraryItemId } as never });
    opened.ports.clock.advance(1000);
    await vi.waitFor(() => expect(opened.state().status).toBe('done'));
    expect(opened.report()).toEqual([{ kind: 'warning', key: 'itemEdit.removed', values: { title } }]);
  });
});

describe('a match', () => {
  test('is looked for in the feed by the title, chosen, and applied as far as it says something else', async () => {
    const { subject, state, ports, report, resting } = await open();
    const found = feedEpisode(3);
    ports.api.answer(searchFeedEpisode, { episodes: [{ episode: found }] });
    ports.api.answer(updateEpisode, changed({ title: found.title }));
    expect(state().context.term).toBe(title);
    subject.send({ type: 'editEpisode.showTab', tab: 'match' });
    expect(state().context.tab).toBe('match');
    subject.send({ type: 'editEpisode.search' });
    await vi.waitFor(() => expect(state().context.matches).toEqual([found]));
    subject.send({ type: 'editEpisode.matchWith', found });
    await vi.waitFor(() => expect(state().context.tab).toBe('details'));
    await resting();
    expect(ports.api.inputsOf(searchFeedEpisode)).toEqual([{ id: libraryItemId, title }]);
    expect(ports.api.inputsOf(updateEpisode)).toMatchObject([
      { episodeId, change: { title: 'Episode 3', publishedAt: found.publishedAt, season: '1' } },
    ]);
    expect(report()).toEqual([{ kind: 'success', key: 'itemEdit.updated', values: { title: 'Episode 3' } }]);
  });

  test('leaves typed values, and shows a choice at the field', async () => {
    const { subject, state, type, ports, report, resting } = await open();
    type('title', 'Mine');
    type('season', '9');
    ports.api.answer(updateEpisode, changed({ title: 'Episode 3', subtitle: 'From the feed' }));
    subject.send({ type: 'editEpisode.matchWith', found: feedEpisode(3) });
    await vi.waitFor(() => expect(report()).toMatchObject([{ key: 'itemEdit.updated' }]));
    await resting();
    expect(state().context.fields?.getSnapshot().context.values).toMatchObject({
      title: 'Mine',
      subtitle: 'From the feed',
      season: '9',
      clashes: ['title'],
    });
    subject.send({ type: 'editEpisode.close' });
    expect(state().matches({ ready: 'asking' })).toBe(true);
  });

  test('closing while one is applied closes then, and confirms first about other typed values', async () => {
    const { subject, ports, report } = await open();
    const answer = ports.api.defer(updateEpisode);
    subject.send({ type: 'editEpisode.matchWith', found: feedEpisode(3) });
    subject.send({ type: 'editEpisode.close' });
    expect(subject.getSnapshot().matches({ ready: 'matching' })).toBe(true);
    answer.resolve(changed({ title: 'Episode 3' }));
    await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
    expect(report()).toEqual([{ kind: 'success', key: 'itemEdit.updated', values: { title: 'Episode 3' } }]);

    const other = await open();
    other.type('title', 'Episode 3');
    other.type('season', '9');
    const second = other.ports.api.defer(updateEpisode);
    other.subject.send({ type: 'editEpisode.matchWith', found: feedEpisode(3) });
    other.subject.send({ type: 'editEpisode.close' });
    second.resolve(changed({ title: 'Episode 3' }));
    await vi.waitFor(() => expect(other.state().matches({ ready: 'asking' })).toBe(true));
    expect(other.report()).toEqual([{ kind: 'success', key: 'itemEdit.updated', values: { title: 'Episode 3' } }]);
    other.subject.send(questionClosed(false));
    expect(other.state().context.fields?.getSnapshot().context.values).toMatchObject({
      title: 'Episode 3',
      season: '9',
    });
    other.subject.send({ type: 'editEpisode.close' });
    other.subject.send(questionClosed(true));
    expect(other.subject.getSnapshot().status).toBe('done');
  });

  test('closing while one equal to the typed values is applied closes without a question', async () => {
    const { subject, type, ports } = await open();
    const answer = ports.api.defer(updateEpisode);
    type('title', 'Episode 3');
    subject.send({ type: 'editEpisode.matchWith', found: feedEpisode(3) });
    subject.send({ type: 'editEpisode.close' });
    answer.resolve(changed({ title: 'Episode 3' }));
    await vi.waitFor(() => expect(subject.getSnapshot().status).toBe('done'));
  });

  test('closing while one is applied stays where that failed', async () => {
    const { subject, state, ports, report } = await open();
    const answer = ports.api.defer(updateEpisode);
    subject.send({ type: 'editEpisode.matchWith', found: feedEpisode(3) });
    subject.send({ type: 'editEpisode.close' });
    answer.reject(new AppException({ kind: 'network' }));
    await vi.waitFor(() => expect(report()).toMatchObject([{ key: 'itemEdit.updateFailed' }]));
    expect(state().matches({ ready: 'resting' })).toBe(true);
    ports.api.answer(updateEpisode, changed({ title: 'Episode 3' }));
    subject.send({ type: 'editEpisode.matchWith', found: feedEpisode(3) });
    await vi.waitFor(() =>
      expect(report()).toMatchObject([{ key: 'itemEdit.updateFailed' }, { key: 'itemEdit.updated' }]),
    );
    expect(subject.getSnapshot().status).toBe('active');
  });

  test('without changes is not sent', async () => {
    const { subject, ports, report } = await open();
    const same = { ...feedEpisode(1), ...firstEpisode, enclosure: { url: 'http://feed.example' } };
    subject.send({ type: 'editEpisode.matchWith', found: same as never });
    expect([ports.api.inputsOf(updateEpisode), report()]).toEqual([
      [],
      [{ kind: 'info', key: 'itemEdit.noUpdates', values: { title } }],
    ]);
  });

  test('needs a term, and a failed search says so', async () => {
    const { subject, state, ports } = await open();
    subject.send({ type: 'editEpisode.typeTerm', text: ' ' });
    subject.send({ type: 'editEpisode.search' });
    expect(ports.api.inputsOf(searchFeedEpisode)).toEqual([]);
    ports.api.refuse(searchFeedEpisode, { kind: 'server', status: 500, message: '' });
    subject.send({ type: 'editEpisode.typeTerm', text: 'fox' });
    subject.send({ type: 'editEpisode.search' });
    expect(state().hasTag('busy')).toBe(true);
    await vi.waitFor(() => expect(state().hasTag('busy')).toBe(false));
    expect([state().context.error?.kind, selectEditState(state())]).toEqual(['server', 'ready']);
  });

  test('that failed to be applied says so', async () => {
    const { subject, ports, report, resting } = await open();
    ports.api.refuse(updateEpisode, { kind: 'network' });
    subject.send({ type: 'editEpisode.matchWith', found: feedEpisode(3) });
    await resting();
    await vi.waitFor(() => expect(report()).toMatchObject([{ key: 'itemEdit.updateFailed' }]));
  });
});

test('an episode that failed to load says so, and is refetched on request', async () => {
  const { subject, ports } = createHost(editEpisodeMachine, {
    input: { libraryItemId, episodeId, title, list: [] },
    named: { modals: null, toasts: null },
  });
  ports.api.refuseOnce(getEpisode, { kind: 'notFound', message: '' });
  await vi.waitFor(() => expect(selectEditState(subject.getSnapshot())).toBe('failed'));
  expect(subject.getSnapshot().context.error).toEqual({ kind: 'notFound', message: '' });
  ports.api.answer(getEpisode, firstEpisode);
  subject.send({ type: 'editEpisode.retry' });
  expect(selectEditState(subject.getSnapshot())).toBe('loading');
  await vi.waitFor(() => expect(selectEditState(subject.getSnapshot())).toBe('ready'));
});

test('an episode that is loading or failed closes at once', async () => {
  const start = () =>
    createHost(editEpisodeMachine, {
      input: { libraryItemId, episodeId, title, list: [] },
      named: { modals: null, toasts: null },
    });
  const early = start();
  early.subject.send({ type: 'editEpisode.close' });
  expect(early.subject.getSnapshot().status).toBe('done');
  const failed = start();
  failed.ports.api.refuse(getEpisode, { kind: 'notFound', message: '' });
  await vi.waitFor(() => expect(selectEditState(failed.subject.getSnapshot())).toBe('failed'));
  failed.subject.send({ type: 'editEpisode.close' });
  expect(failed.subject.getSnapshot().status).toBe('done');
});

test('it closes with the podcast that was removed', async () => {
  const { subject, report } = await open();
  subject.send({ type: 'server.item.removed', item: { id: 'another' } });
  subject.send({ type: 'server.item.removed', item: { id: libraryItemId } });
  expect([subject.getSnapshot().status, report()]).toEqual([
    'done',
    [{ kind: 'warning', key: 'itemEdit.removed', values: { title } }],
  ]);
});

describe('a day and a time', () => {
  test('are local, and return the same minute', () => {
    const moment = new Date(2024, 2, 24, 8, 5).getTime();
    expect(dayAndTime(moment)).toEqual({ day: '2024-03-24', time: '08:05' });
    expect(toMoment(dayAndTime(moment))).toBe(moment);
  });

  test.each([null, undefined, 9e15])('of %s are empty', (moment) => {
    expect(dayAndTime(moment)).toEqual({ day: '', time: '' });
  });

  test('are sent together, as the moment and as feeds write it', () => {
    const details = episodeDetails(firstEpisode);
    const values = { ...episodeValues({ libraryItemId, episodeId }, details), time: '23:59' };
    const moment = toMoment(values) ?? 0;
    expect(episodeChanges(values)).toEqual({ publishedAt: moment, pubDate: new Date(moment).toUTCString() });
  });
});

test('values missing from the feed are kept', () => {
  const bare = feedEpisode(1, { title: '', subtitle: null, description: ' ', season: null, publishedAt: null });
  expect(changesFromFeed(bare, firstEpisode)).toEqual({
    ...(firstEpisode.episode === '1' ? {} : { episode: '1' }),
    ...(firstEpisode.episodeType === bare.episodeType ? {} : { episodeType: bare.episodeType }),
  });
});

test('an episode opens on its details, and the tab that is shown is held (STT-005)', async () => {
  const { subject, state } = await open();
  expect(state().context.tab).toBe('details');
  subject.send({ type: 'editEpisode.showTab', tab: 'match' });
  expect(state().context.tab).toBe('match');
});
