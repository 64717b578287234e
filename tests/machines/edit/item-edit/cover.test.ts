import { describe, expect, test, vi } from 'vitest';
import { coverMachine } from '../../../../src/machines/edit/item-edit/cover.machine.ts';
import {
  selectCandidate,
  selectCoverResults,
  selectIsSending,
} from '../../../../src/machines/edit/item-edit/item-edit.selectors.ts';
import {
  addressOf,
  requestedProviders,
  COVER_PROVIDER,
  coverProviders,
  fileProblem,
  isHuge,
  localPictures,
} from '../../../../src/machines/edit/item-edit/cover.logic.ts';
import type { KeptCover } from '../../../../src/schemas/drafts.ts';
import { removeCover, setCoverFromFile, setCoverFromUrl } from '../../../../src/services/endpoints/item-editing.ts';
import { getLibraryWithFilterData } from '../../../../src/services/endpoints/libraries.ts';
import { searchCovers } from '../../../../src/services/endpoints/provider-search.ts';
import { wholePodcast } from '../../../support/episode-fixtures.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed, wholeBook } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const { id } = wholeBook;
const title = wholeBook.media.metadata.title ?? '';
const withFilterData = recording('libraries/one-filterdata').response.body as object;
const picture = new File(['x'], 'cover.png', { type: 'image/png' });
const local = { kind: 'local', ino: '7', path: '/books/cover.jpg', name: 'cover.jpg' } as const;

function start(item = wholeBook, ports = createFakePorts(), kept: KeptCover | null = null) {
  const host = createHost(coverMachine, { input: { item, kept }, ports, named: { modals: null } });
  ports.api.answer(getLibraryWithFilterData, withFilterData);
  ports.api.answer(setCoverFromUrl, { success: true, cover: '/x/cover.jpg' });
  ports.api.answer(setCoverFromFile, { success: true, cover: '/x/cover.jpg' });
  ports.api.answer(removeCover, 'OK');
  const state = () => host.subject.getSnapshot();
  return {
    ...host,
    state,
    isShown: () => vi.waitFor(() => expect(state().context.preview).not.toBeNull()),
    isResting: () => vi.waitFor(() => expect(state().matches({ picture: 'resting' })).toBe(true)),
    isPrepared: () => vi.waitFor(() => expect(selectCoverResults(state())).toBe('resting')),
    report: () => host.parentEvents.map(({ type }) => type),
  };
}

describe('a cover', () => {
  test('of this computer is shown, sent with its progress, and closed again', async () => {
    const tab = start();
    tab.subject.send({ type: 'cover.pick', file: picture });
    await tab.isShown();
    expect(tab.state().context.preview).toMatchObject({ src: 'blob:picture-1', width: 600, height: 800 });
    expect([tab.ports.files.sent, tab.ports.files.preparations]).toEqual([[], 1]);
    tab.subject.send({ type: 'cover.send' });
    tab.ports.files.progress({ sentBytes: 25, totalBytes: 100 });
    expect([selectIsSending(tab.state()), tab.state().context.share]).toEqual([true, 0.25]);
    tab.subject.send({ type: 'cover.pick', file: new File(['y'], 'other.png') });
    tab.ports.files.answer({ success: true, cover: '/x' });
    await tab.isResting();
    expect(tab.ports.files.sent).toEqual([{ name: 'uploads.cover', input: { id, file: picture } }]);
    expect([tab.report(), tab.ports.files.open, selectCandidate(tab.state())]).toEqual([['tab.changedItem'], [], null]);
    const next = new File(['y'], 'next.png', { type: 'image/png' });
    tab.subject.send({ type: 'cover.pick', file: next });
    expect(selectCandidate(tab.state())).toEqual({ kind: 'file', file: next });
  });

  test.each([
    ['notes.pdf', 10, 'wrongType'],
    ['cover.svg', 10, 'wrongType'],
    ['cover.PNG', 26 * 1024 * 1024, 'tooLarge'],
    ['cover.jpeg', 25 * 1024 * 1024, null],
  ] as const)('%s of %i bytes: %s', (name, size, problem) => {
    expect(fileProblem({ name, size })).toBe(problem);
  });

  test('of a wrong type, or unreadable, is reported and not sent', async () => {
    const tab = start();
    tab.subject.send({ type: 'cover.pick', file: new File(['x'], 'notes.txt') });
    expect([tab.state().context.problem, selectCandidate(tab.state())]).toEqual(['wrongType', null]);
    tab.ports.files.refusePicture();
    tab.subject.send({ type: 'cover.pick', file: picture });
    expect(tab.state().context.problem).toBeNull();
    await vi.waitFor(() => expect(tab.state().context.problem).toBe('noPicture'));
    expect([selectCandidate(tab.state()), tab.report()]).toEqual([null, []]);
  });

  test('another one takes the place of the one that was chosen, which can be put back', async () => {
    const tab = start();
    tab.subject.send({ type: 'cover.pick', file: picture });
    await tab.isShown();
    tab.subject.send({ type: 'cover.choose', candidate: { kind: 'address', url: 'https://a.example/1.jpg' } });
    expect(tab.state().context.preview).toBeNull();
    await tab.isShown();
    expect([tab.state().context.preview, tab.ports.files.open]).toMatchObject([{ src: 'https://a.example/1.jpg' }, []]);
    tab.subject.send({ type: 'cover.deselect' });
    expect([selectCandidate(tab.state()), tab.state().context.preview]).toEqual([null, null]);
  });

  test('a refusal of the server keeps the choice for a retry', async () => {
    const tab = start();
    tab.subject.send({ type: 'cover.pick', file: picture });
    await tab.isShown();
    tab.subject.send({ type: 'cover.send' });
    tab.ports.files.refuse({ kind: 'tooLarge', message: '' });
    await vi.waitFor(() => expect(tab.state().context.error).toEqual({ kind: 'tooLarge', message: '' }));
    expect([selectCandidate(tab.state()), tab.state().context.share]).toEqual([{ kind: 'file', file: picture }, null]);
    tab.subject.send({ type: 'cover.send' });
    expect(tab.state().context.error).toBeNull();
  });

  test('a choice undone while it is sent is not sent on', async () => {
    const tab = start();
    tab.subject.send({ type: 'cover.pick', file: picture });
    await tab.isShown();
    tab.subject.send({ type: 'cover.send' });
    tab.subject.send({ type: 'cover.deselect' });
    expect(tab.ports.files.aborted).toEqual(['uploads.cover']);
  });
});

describe('an address (EDT-034, VAL-030)', () => {
  test.each([
    ['https://a.example/cover.jpg', 'https://a.example/cover.jpg'],
    [' HTTP://a.example/x ', 'HTTP://a.example/x'],
    ['ftp://a.example/x', null],
    ['javascript:alert(1)', null],
    ['a.example/x.jpg', null],
    ['http://', null],
  ])('%s is taken as %s', (text, address) => {
    expect(addressOf(text)).toBe(address);
  });

  test('shows, then the server fetches it; a wrong one is reported and keeps the choice', async () => {
    const tab = start();
    tab.subject.send({ type: 'cover.pick', file: picture });
    await tab.isShown();
    tab.subject.send({ type: 'cover.type', field: 'address', text: 'cover.jpg' });
    tab.subject.send({ type: 'cover.takeAddress' });
    expect([tab.state().context.problem, selectCandidate(tab.state())?.kind]).toEqual(['invalidAddress', 'file']);
    tab.subject.send({ type: 'cover.type', field: 'address', text: 'https://a.example/1.jpg ' });
    expect(tab.state().context.problem).toBeNull();
    tab.subject.send({ type: 'cover.takeAddress' });
    await tab.isShown();
    tab.subject.send({ type: 'cover.send' });
    await tab.isResting();
    expect(tab.ports.api.inputsOf(setCoverFromUrl)).toEqual([{ id, url: 'https://a.example/1.jpg' }]);
    expect([tab.state().context.address, tab.report()]).toEqual(['', ['tab.changedItem']]);
  });
});

test('an address without a picture is reported, can be retried, and set anyway: the server may reach it (EDT-034)', async () => {
  const tab = start();
  tab.ports.files.refusePicture();
  tab.subject.send({ type: 'cover.type', field: 'address', text: 'https://a.example/page' });
  tab.subject.send({ type: 'cover.takeAddress' });
  expect([tab.state().context.preview, tab.state().matches({ picture: { chosen: 'missed' } })]).toEqual([null, false]);
  await tab.isShown();
  expect([tab.state().context.preview, tab.state().matches({ picture: { chosen: 'missed' } })]).toEqual([
    { src: 'https://a.example/page' },
    true,
  ]);
  tab.subject.send({ type: 'cover.takeAddress' });
  await tab.isShown();
  expect(tab.state().matches({ picture: { chosen: 'missed' } })).toBe(false);
  tab.ports.files.refusePicture();
  tab.subject.send({ type: 'cover.takeAddress' });
  await tab.isShown();
  expect(tab.state().matches({ picture: { chosen: 'missed' } })).toBe(true);
  tab.subject.send({ type: 'cover.send' });
  await tab.isResting();
  expect(tab.ports.api.inputsOf(setCoverFromUrl)).toEqual([{ id, url: 'https://a.example/page' }]);
});

describe('a picture in the folder', () => {
  test('is fetched to be shown, and set by its path', async () => {
    const tab = start();
    tab.subject.send({ type: 'cover.choose', candidate: local });
    await tab.isShown();
    expect(tab.ports.files.fetched).toMatchObject([{ itemId: id, ino: '7' }]);
    tab.subject.send({ type: 'cover.send' });
    await tab.isResting();
    expect(tab.ports.api.inputsOf(setCoverFromFile)).toEqual([{ id, path: '/books/cover.jpg' }]);
  });

  test('that failed to be fetched is reported', async () => {
    const tab = start();
    tab.ports.files.refuseFetch({ kind: 'notFound', message: '' });
    tab.subject.send({ type: 'cover.choose', candidate: local });
    await vi.waitFor(() => expect(tab.state().context.error).toEqual({ kind: 'notFound', message: '' }));
    expect(selectCandidate(tab.state())).toBeNull();
  });

  test('are all that are pictures', () => {
    expect(localPictures(wholeBook).every(({ fileType }) => fileType === 'image')).toBe(true);
  });
});

describe('a cover that was chosen before a reload', () => {
  const restored = (candidate: KeptCover['candidate'], ports = createFakePorts()) =>
    start(wholeBook, ports, { itemId: id, candidate });
  const isSettled = (tab: ReturnType<typeof start>) =>
    vi.waitFor(() => expect(tab.state().matches({ picture: 'restoring' })).toBe(false));

  test('is chosen again: a picture of the folder, an address, a file that the browser kept', async () => {
    const found = restored(local);
    await found.isShown();
    expect([selectCandidate(found.state()), found.state().context.isRestored]).toEqual([local, true]);
    const address = { kind: 'address', url: 'https://a.example/1.jpg' } as const;
    const named = restored(address);
    await named.isShown();
    expect(selectCandidate(named.state())).toEqual(address);
    named.subject.send({ type: 'cover.send' });
    await named.isResting();
    expect(named.state().context.isRestored).toBe(false);
    const ports = createFakePorts();
    await (await ports.files.keptFiles()).keep('k', picture);
    const own = restored({ kind: 'file', key: 'k' }, ports);
    await own.isShown();
    expect(selectCandidate(own.state())).toEqual({ kind: 'file', file: picture });
  });

  test.each([
    ['a file that the browser could not keep', { kind: 'file', key: 'gone' }],
    ['an address that is none', { kind: 'address', url: 'javascript:alert(1)' }],
  ] as const)('reports that it is missing: %s', async (_, candidate) => {
    const tab = restored(candidate);
    await isSettled(tab);
    expect([selectCandidate(tab.state()), tab.state().context.problem]).toEqual([null, 'notKept']);
    tab.subject.send({ type: 'cover.pick', file: picture });
    expect(tab.state().context.problem).toBeNull();
  });

  test('says the same when the code that looks for it does not load', async () => {
    const ports = createFakePorts();
    ports.files.keptFiles = () => Promise.reject(new Error('offline'));
    const tab = restored({ kind: 'file', key: 'k' }, ports);
    await isSettled(tab);
    expect(tab.state().context.problem).toBe('notKept');
  });

  test('does not replace a choice made meanwhile', async () => {
    const tab = restored(local);
    tab.subject.send({ type: 'cover.pick', file: picture });
    await tab.isShown();
    expect([selectCandidate(tab.state())?.kind, tab.state().context.isRestored]).toEqual(['file', false]);
  });
});

describe('the cover that is set', () => {
  test('is removed after a question (perm:delete)', async () => {
    const covered = { ...wholeBook, media: { ...wholeBook.media, coverPath: '/x' } } as typeof wholeBook;
    const tab = start(covered);
    tab.subject.send({ type: 'cover.remove' });
    tab.subject.send(questionClosed(false));
    tab.subject.send({ type: 'cover.remove' });
    expect(tab.receivedBy('modals')).toHaveLength(2);
    expect(tab.receivedBy('modals')[0]).toMatchObject({ input: { message: { values: { title } } } });
    tab.ports.api.refuseOnce(removeCover, { kind: 'network' });
    tab.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(tab.state().context.error).toEqual({ kind: 'network' }));
    tab.subject.send({ type: 'cover.remove' });
    expect(tab.state().context.error).toBe(null);
    tab.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(tab.report()).toEqual(['tab.changedItem']));
    tab.subject.send({ type: 'cover.pick', file: picture });
    expect(selectCandidate(tab.state())).toEqual({ kind: 'file', file: picture });
    expect(tab.ports.api.inputsOf(removeCover)).toEqual([{ id }, { id }]);
  });

  test('without any, no request is made', () => {
    const tab = start({ ...wholeBook, media: { ...wholeBook.media, coverPath: null } } as typeof wholeBook);
    tab.subject.send({ type: 'cover.remove' });
    expect(tab.receivedBy('modals')).toEqual([]);
  });
});

describe('a search for covers (EDT-035)', () => {
  test('requests one source after the other, shows results, and names silent ones', async () => {
    const tab = start();
    tab.subject.send({ type: 'tab.show' });
    await tab.isPrepared();
    const { providers } = tab.state().context;
    expect([providers[0]?.value, providers.at(-1)?.value]).toEqual(['all', 'audiobookcovers']);
    const waiting = tab.ports.api.defer(searchCovers);
    tab.ports.api.answer(searchCovers, ({ provider }: { provider: string }) => {
      if (provider === 'openlibrary') throw new Error('down');
      return { results: [`https://${provider}.example/1.jpg`, 'https://same.example/1.jpg', 'javascript:x'] };
    });
    tab.subject.send({ type: 'cover.search' });
    await vi.waitFor(() => expect(tab.state().context.found?.length).toBeGreaterThan(5));
    expect(selectCoverResults(tab.state())).toBe('searching');
    waiting.resolve({ results: ['https://late.example/1.jpg'] });
    await tab.isPrepared();
    const found = tab.state().context.found ?? [];
    expect(found.filter((url) => url.startsWith('https://same')).length).toBe(1);
    expect([found.includes('https://late.example/1.jpg'), found.some((url) => url.startsWith('javascript'))]).toEqual([
      true,
      false,
    ]);
    expect(tab.state().context.silent).toEqual({ unanswered: 1, requested: providers.length - 1 });
    expect(tab.ports.api.inputsOf(searchCovers)[0]).toMatchObject({ title, author: expect.any(String) });
  });

  test('stops on request, and remembers the source', async () => {
    const ports = createFakePorts();
    const tab = start(wholeBook, ports);
    tab.subject.send({ type: 'tab.show' });
    await tab.isPrepared();
    tab.subject.send({ type: 'cover.setProvider', provider: 'nobody' });
    tab.subject.send({ type: 'cover.setProvider', provider: 'itunes' });
    ports.api.defer(searchCovers);
    tab.subject.send({ type: 'cover.search' });
    tab.subject.send({ type: 'cover.stop' });
    expect([selectCoverResults(tab.state()), tab.state().context.found]).toEqual(['resting', []]);
    await vi.waitFor(() => expect(ports.api.aborted).toEqual(['search.covers']));
    expect(ports.api.inputsOf(searchCovers)).toMatchObject([{ provider: 'itunes' }]);
    expect(ports.storage.read(COVER_PROVIDER)).toBe('itunes');
    const again = start(wholeBook, ports);
    again.subject.send({ type: 'tab.show' });
    await again.isPrepared();
    expect(again.state().context.provider).toBe('itunes');
  });

  test('results stay while one of them is chosen and set', async () => {
    const tab = start();
    tab.subject.send({ type: 'tab.show' });
    await tab.isPrepared();
    tab.subject.send({ type: 'cover.choose', candidate: { kind: 'address', url: 'https://a.example/1.jpg' } });
    expect(selectCoverResults(tab.state())).toBe('resting');
  });

  test('needs a title, and sources, which can be refetched', async () => {
    const tab = start();
    tab.ports.api.refuseOnce(getLibraryWithFilterData, { kind: 'network' });
    tab.subject.send({ type: 'tab.show' });
    await vi.waitFor(() => expect(selectCoverResults(tab.state())).toBe('failed'));
    tab.subject.send({ type: 'cover.retry' });
    await tab.isPrepared();
    tab.subject.send({ type: 'cover.type', field: 'title', text: ' ' });
    tab.subject.send({ type: 'cover.search' });
    expect(selectCoverResults(tab.state())).toBe('resting');
  });

  test('refetches sources that failed to load when the tab shows again', async () => {
    const tab = start();
    tab.ports.api.refuseOnce(getLibraryWithFilterData, { kind: 'network' });
    tab.subject.send({ type: 'tab.show' });
    await vi.waitFor(() => expect(selectCoverResults(tab.state())).toBe('failed'));
    tab.subject.send({ type: 'tab.show' });
    expect(selectCoverResults(tab.state())).toBe('preparing');
    await tab.isPrepared();
  });

  test('of a podcast requests once, for podcasts', async () => {
    const tab = start(wholePodcast as never);
    tab.subject.send({ type: 'tab.show' });
    await tab.isPrepared();
    tab.ports.api.answer(searchCovers, { results: [] });
    tab.subject.send({ type: 'cover.search' });
    await vi.waitFor(() => expect(tab.ports.api.inputsOf(searchCovers)).toHaveLength(1));
    expect(tab.ports.api.inputsOf(searchCovers)).toEqual([{ title: wholePodcast.media.metadata.title, podcast: true }]);
    expect(coverProviders('podcast', [{ value: 'itunes', name: 'iTunes' }])).toHaveLength(1);
    expect(requestedProviders('google', [])).toEqual(['google']);
  });
});

test('a picture of more than 16 million pixels is large', () => {
  expect([isHuge({ width: 4000, height: 4000 }), isHuge({ width: 4001, height: 4000 })]).toEqual([false, true]);
});
