import { describe, expect, test, vi } from 'vitest';
import { itemRestorer } from '../../../../src/machines/edit/item-edit/item-restorer.actor.ts';
import { matchMachine } from '../../../../src/machines/edit/item-edit/match.machine.ts';
import {
  minutesLonger,
  resultOfBook,
  resultOfPodcast,
} from '../../../../src/machines/edit/item-edit/match-result.logic.ts';
import {
  currentValue,
  draftOf,
  fieldsOf,
  isChange,
  MATCH_PROVIDER,
  MATCH_USAGE,
  matchChanges,
  undoOf,
  withAll,
  withEmptyOnly,
} from '../../../../src/machines/edit/item-edit/match.logic.ts';
import { selectMatchPart } from '../../../../src/machines/edit/item-edit/item-edit.selectors.ts';
import type { LibraryItemExpanded } from '../../../../src/schemas/api/library-item-expanded.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import { removeCover, updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchBooks, searchPodcasts } from '../../../../src/services/endpoints/provider-search.ts';
import { wholePodcast } from '../../../support/episode-fixtures.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { bookBody, wholeBook } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const { id } = wholeBook;
if (wholeBook.mediaType !== 'book') throw new Error('The fixture is no book');
const item: LibraryItemExpanded = {
  ...wholeBook,
  media: {
    ...wholeBook.media,
    duration: 3600,
    tags: ['own'],
    metadata: {
      ...wholeBook.media.metadata,
      title: 'Own title',
      subtitle: 'Own subtitle',
      authors: [{ id: 'a', name: 'Own Author' }],
      narrators: [],
      series: [],
      publisher: null,
      description: '<p>Own</p>',
      asin: 'B00OWN0001',
      explicit: false,
      genres: [],
      language: null,
    },
  },
};
const found = {
  title: 'New title',
  subtitle: 'Own subtitle',
  author: 'A. Writer, B. Writer',
  narrator: 'R. Reader',
  publisher: 'House',
  publishedYear: 1901,
  description: '<p>New</p>',
  cover: 'https://a.example/1.jpg',
  covers: ['https://a.example/1.jpg', 'https://a.example/2.jpg', 'javascript:x'],
  genres: ['Fable', 'Tale'],
  tags: 'own, new',
  series: [{ series: 'Tales', sequence: 2 }, { series: 'Others' }],
  duration: 62,
  explicit: true,
};
const result = resultOfBook({
  ...found,
  publishedYear: '1901',
  tags: ['own', 'new'],
  series: [
    { series: 'Tales', sequence: '2' },
    { series: 'Others', sequence: null },
  ],
} as never);

function start(of = item, ports = createFakePorts()) {
  const host = createHost(matchMachine, { input: { item: of, kept: null }, ports, named: { toasts: null } });
  ports.api.answer(getLibraryWithFilterData, recording('libraries/one-filterdata').response.body);
  ports.api.answer(searchBooks, [found, { title: 'Another' }]);
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    state,
    isLooking: () => vi.waitFor(() => expect(state().matches({ looking: 'resting' })).toBe(true)),
    report: () => host.parentEvents.map(({ type }) => type),
  };
}

async function open() {
  const tab = start();
  tab.subject.send({ type: 'tab.show' });
  await tab.isLooking();
  return tab;
}

describe('a match (EDT-036)', () => {
  test('starts by itself, with the source of the library, and is chosen field by field', async () => {
    const tab = await open();
    expect(tab.ports.api.inputsOf(searchBooks)).toMatchObject([
      { provider: 'google', title: 'Own title', author: 'Own Author', itemId: id },
    ]);
    expect(tab.state().context.results?.map(({ title }) => title)).toEqual(['New title', 'Another']);
    tab.subject.send({ type: 'match.choose', index: 7 });
    tab.subject.send({ type: 'match.choose', index: 0 });
    expect([selectMatchPart(tab.state()), fieldsOf(tab.state().context.draft)]).toEqual([
      'editing',
      [
        'cover',
        'title',
        'subtitle',
        'author',
        'narrator',
        'description',
        'publisher',
        'publishedYear',
        'series',
        'genres',
        'tags',
        'explicit',
      ],
    ]);
  });

  test('sends ticked and different values, after a review; then it can be undone', async () => {
    const tab = await open();
    tab.ports.api.answer(updateItem, { updated: true, libraryItem: bookBody });
    tab.subject.send({ type: 'match.choose', index: 0 });
    tab.subject.send({ type: 'match.selectAll', isOn: false });
    tab.subject.send({ type: 'match.send' });
    tab.subject.send({ type: 'match.check' });
    expect([selectMatchPart(tab.state()), tab.receivedBy('toasts')[0]]).toMatchObject([
      'editing',
      { message: { key: 'itemEdit.noUpdates' } },
    ]);
    for (const field of ['subtitle', 'series', 'tags'] as const) tab.subject.send({ type: 'match.toggle', field });
    tab.subject.send({ type: 'match.change', field: 'title', value: 'Edited title' });
    tab.subject.send({ type: 'match.check' });
    expect([selectMatchPart(tab.state()), tab.ports.api.inputsOf(updateItem)]).toEqual(['checking', []]);
    tab.subject.send({ type: 'match.send' });
    await tab.isLooking();
    const series = [
      { id: 'new-1', name: 'Tales', sequence: '2' },
      { id: 'new-2', name: 'Others', sequence: null },
    ];
    expect(tab.ports.api.inputsOf(updateItem)).toEqual([
      { id, change: { metadata: { title: 'Edited title', series }, tags: ['own', 'new'] } },
    ]);
    expect(tab.report()).toEqual(['tab.changedItem', 'tab.finished']);
    expect(tab.state().context).toMatchObject({ chosen: null, draft: { values: {}, ticks: {} } });
    const undo = { metadata: { title: 'Own title', series: [] }, tags: ['own'] };
    expect(tab.receivedBy('toasts').at(-1)).toMatchObject({
      action: { to: 'itemRestorer', event: { type: 'itemRestorer.restore', id, change: undo } },
    });
  });

  test.each([
    ['is kept by the undo', '/x', undefined, new Blob(['cover'], { type: 'image/png' })],
    ['was none, which the undo gives back', null, undefined, 'none'],
    ['could not be read, and is not offered back', '/x', { kind: 'network' } as const, undefined],
  ])('the cover that is replaced %s', async (_, coverPath, refusal, cover) => {
    const tab = await open();
    tab.subject.send({
      type: 'tab.itemChanged',
      item: { ...wholeBook, media: { ...wholeBook.media, coverPath } } as typeof wholeBook,
    });
    if (refusal) tab.ports.files.refuseFetch(refusal);
    tab.ports.api.answer(updateItem, { updated: true, libraryItem: bookBody });
    tab.subject.send({ type: 'match.choose', index: 0 });
    tab.subject.send({ type: 'match.selectAll', isOn: false });
    tab.subject.send({ type: 'match.toggle', field: 'cover' });
    tab.subject.send({ type: 'match.check' });
    tab.subject.send({ type: 'match.send' });
    await tab.isLooking();
    const toast = tab.receivedBy('toasts').at(-1) as { action?: { event: { change: unknown; cover: unknown } } };
    expect(toast.action?.event.cover).toEqual(cover);
    expect(toast.action?.event.change ?? null).toBeNull();
  });

  test('a service that is removed while it is chosen gives way to the first one', async () => {
    const tab = await open();
    const provider = { slug: 'custom-x', name: 'Mine' };
    tab.subject.send({ type: 'tab.providersChanged', provider, isAdded: true });
    tab.subject.send({ type: 'match.setProvider', provider: 'custom-x' });
    expect(tab.state().context.provider).toBe('custom-x');
    tab.subject.send({ type: 'tab.providersChanged', provider, isAdded: false });
    expect(tab.state().context.provider).toBe('google');
  });

  test('a refusal keeps the choice', async () => {
    const tab = await open();
    tab.ports.api.refuseOnce(updateItem, { kind: 'server', status: 500, message: '' });
    tab.subject.send({ type: 'match.choose', index: 0 });
    tab.subject.send({ type: 'match.check' });
    tab.subject.send({ type: 'match.send' });
    await vi.waitFor(() => expect(tab.state().context.error?.kind).toBe('server'));
    expect([selectMatchPart(tab.state()), tab.state().context.draft.values.title]).toEqual(['checking', 'New title']);
    const again = tab.ports.api.defer(updateItem);
    tab.subject.send({ type: 'match.send' });
    expect([tab.state().hasTag('busy'), tab.state().context.error]).toEqual([true, null]);
    again.reject(new AppException({ kind: 'network' }));
    await vi.waitFor(() => expect(tab.state().context.error).toEqual({ kind: 'network' }));
    tab.subject.send({ type: 'match.back' });
    expect([selectMatchPart(tab.state()), tab.state().context.error]).toEqual(['editing', null]);
    tab.subject.send({ type: 'match.restore', field: 'title' });
    expect(tab.state().context.draft.values.title).toBe('Own title');
    tab.subject.send({ type: 'match.back' });
    expect([selectMatchPart(tab.state()), tab.state().context.error]).toEqual(['looking', null]);
  });

  test('remembers which fields were wanted, and the source (EDT-035)', async () => {
    const ports = createFakePorts();
    const tab = start(item, ports);
    tab.subject.send({ type: 'tab.show' });
    await tab.isLooking();
    tab.subject.send({ type: 'match.setProvider', provider: 'nobody' });
    tab.subject.send({ type: 'match.setProvider', provider: 'audible.de' });
    expect(tab.state().context.title).toBe('B00OWN0001');
    tab.subject.send({ type: 'match.type', field: 'title', text: 'Something else' });
    tab.subject.send({ type: 'match.setProvider', provider: 'itunes' });
    expect([tab.state().context.title, tab.state().context.results]).toEqual(['Something else', null]);
    tab.subject.send({ type: 'match.search' });
    await tab.isLooking();
    tab.subject.send({ type: 'match.choose', index: 0 });
    tab.subject.send({ type: 'match.toggle', field: 'cover' });
    tab.subject.send({ type: 'match.check' });
    expect([ports.storage.read(MATCH_PROVIDER), ports.storage.read(MATCH_USAGE)]).toMatchObject([
      'itunes',
      { cover: false, title: true },
    ]);
    const again = start(item, ports);
    again.subject.send({ type: 'tab.show' });
    await again.isLooking();
    again.subject.send({ type: 'match.choose', index: 0 });
    expect([again.state().context.provider, again.state().context.draft.ticks.cover]).toEqual(['itunes', false]);
  });

  test('a silent source, and a list of sources that failed to load, are reported', async () => {
    const tab = start();
    tab.ports.api.refuseOnce(getLibraryWithFilterData, { kind: 'network' });
    tab.subject.send({ type: 'tab.show' });
    await vi.waitFor(() => expect(selectMatchPart(tab.state())).toBe('failed'));
    expect(tab.state().context.error).toEqual({ kind: 'network' });
    tab.ports.api.refuseOnce(searchBooks, { kind: 'timeout' });
    tab.subject.send({ type: 'match.retry' });
    await vi.waitFor(() => expect(tab.state().context.error).toEqual({ kind: 'timeout' }));
    expect([tab.state().value, tab.ports.api.inputsOf(searchBooks).length]).toEqual([{ looking: 'resting' }, 1]);
    tab.subject.send({ type: 'match.search' });
    expect([tab.state().hasTag('busy'), tab.state().context.error]).toEqual([true, null]);
    await tab.isLooking();
    expect(tab.state().context.error).toBeNull();
  });

  test('of one source ends when another one is chosen, and a failed one hides earlier results', async () => {
    const tab = start();
    tab.subject.send({ type: 'tab.show' });
    await tab.isLooking();
    expect(tab.state().context.results).not.toBeNull();
    tab.ports.api.refuseOnce(searchBooks, { kind: 'timeout' });
    tab.subject.send({ type: 'match.search' });
    await vi.waitFor(() => expect(tab.state().context.error).toEqual({ kind: 'timeout' }));
    expect(tab.state().context.results).toBeNull();
    tab.ports.api.defer(searchBooks);
    tab.subject.send({ type: 'match.search' });
    tab.subject.send({ type: 'match.setProvider', provider: 'itunes' });
    expect([tab.state().matches({ looking: 'searching' }), tab.state().context.error]).toEqual([false, null]);
  });

  test('a list of sources that failed to load is refetched when the tab shows again', async () => {
    const tab = start();
    tab.ports.api.refuseOnce(getLibraryWithFilterData, { kind: 'network' });
    tab.subject.send({ type: 'tab.show' });
    await vi.waitFor(() => expect(selectMatchPart(tab.state())).toBe('failed'));
    tab.subject.send({ type: 'tab.show' });
    expect(tab.state().value).toBe('preparing');
    await tab.isLooking();
  });

  test('of a podcast is looked for by its title', async () => {
    const tab = start(wholePodcast as never);
    tab.ports.api.answer(searchPodcasts, [{ title: 'Found', artistName: 'By', feedUrl: 'https://f.example' }]);
    tab.subject.send({ type: 'tab.show' });
    await tab.isLooking();
    expect(tab.ports.api.inputsOf(searchPodcasts)).toEqual([{ term: wholePodcast.media.metadata.title }]);
    tab.subject.send({ type: 'match.choose', index: 0 });
    expect(fieldsOf(tab.state().context.draft)).toEqual(['title', 'author', 'feedUrl']);
  });
});

describe('the applied part', () => {
  const draft = draftOf(item, result, {});

  test('is only different values', () => {
    expect(matchChanges(item, withAll(draft, false))).toEqual({});
    expect([isChange(item, draft, 'subtitle'), isChange(item, draft, 'title'), isChange(item, draft, 'cover')]).toEqual(
      [false, true, true],
    );
    const change = matchChanges(item, draft);
    expect(change).toMatchObject({
      url: 'https://a.example/1.jpg',
      metadata: { narrators: ['R. Reader'], explicit: true },
    });
    expect(change.metadata).not.toHaveProperty('subtitle');
  });

  test('may be only missing values', () => {
    const { ticks } = withEmptyOnly({ ...item, media: { ...item.media, coverPath: '/x' } } as never, draft);
    expect(Object.entries(ticks).flatMap(([field, isOn]) => (isOn ? [field] : []))).toEqual(
      expect.arrayContaining(['narrator', 'publisher', 'series', 'genres', 'explicit']),
    );
    expect([ticks.cover, ticks.title, ticks.tags]).toEqual([false, false, false]);
  });

  test("is undone to the item's values; a cover alone has no details", () => {
    const only = { ...draft, ticks: { cover: true } };
    expect(undoOf(item, only)).toBeNull();
    expect(undoOf(item, { ...draft, ticks: { publisher: true, author: true } })).toEqual({
      metadata: { publisher: null, authors: [{ id: 'new-1', name: 'Own Author' }] },
    });
  });

  test('of a podcast has its page', () => {
    const podcast = resultOfPodcast({ title: 'Found', pageUrl: 'https://p.example', id: '7' } as never);
    const one = draftOf(wholePodcast as never, podcast, {});
    expect(matchChanges(wholePodcast as never, { ...one, ticks: { itunesPageUrl: true } })).toEqual({
      metadata: { itunesPageUrl: 'https://p.example' },
    });
    const before = currentValue(wholePodcast as never, 'itunesPageUrl');
    expect(undoOf(wholePodcast as never, { ...one, ticks: { itunesPageUrl: true } })).toEqual({
      metadata: { itunesPageUrl: before === '' ? null : before },
    });
  });

  test('is as long as the item, or not', () => {
    expect([62, 60, 31.2, 0].map((minutes) => minutesLonger(item, { minutes }))).toEqual([2, 0, -29, null]);
    expect(minutesLonger(wholePodcast as never, { minutes: 3 })).toBeNull();
  });

  test('has covers of the web only', () => {
    expect(resultOfBook(found as never).covers).toEqual(['https://a.example/1.jpg', 'https://a.example/2.jpg']);
  });
});

test('an applied match is undone, and says so, or why not', async () => {
  const host = createHost(itemRestorer, { named: { toasts: null } });
  const event = { type: 'itemRestorer.restore', id, change: { tags: ['own'] } } as const;
  host.ports.api.answerOnce(updateItem, { updated: true, libraryItem: bookBody });
  host.subject.send(event);
  await vi.waitFor(() => expect(host.receivedBy('toasts')).toMatchObject([{ message: { key: 'itemEdit.restored' } }]));
  host.ports.api.refuseOnce(updateItem, { kind: 'network' });
  host.subject.send(event);
  await vi.waitFor(() => expect(host.receivedBy('toasts')).toHaveLength(2));
  expect(host.receivedBy('toasts')[1]).toMatchObject({ message: { key: 'itemEdit.updateFailed' } });
});

test('a cover is restored as a file, or removed where there was none', async () => {
  const host = createHost(itemRestorer, { named: { toasts: null } });
  const { files, api } = host.ports;
  const picture = new Blob(['old'], { type: 'image/png' });
  host.subject.send({ type: 'itemRestorer.restore', id, change: null, cover: picture });
  await vi.waitFor(() => expect(files.sent).toHaveLength(1));
  const [sent] = files.sent;
  const file = (sent?.input as { file?: File } | undefined)?.file;
  expect([sent?.name, file?.name, await file?.text()]).toEqual(['uploads.cover', 'cover.png', 'old']);
  files.answer({ success: true, cover: '/c' });
  await vi.waitFor(() => expect(host.receivedBy('toasts')).toMatchObject([{ message: { key: 'itemEdit.restored' } }]));
  api.answer(removeCover, undefined);
  host.subject.send({ type: 'itemRestorer.restore', id, change: null, cover: 'none' });
  await vi.waitFor(() => expect(api.inputsOf(removeCover)).toEqual([{ id }]));
  expect(api.inputsOf(updateItem)).toEqual([]);
});
