import { fromTransition } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { modalsMachine } from '../../../src/machines/app/modals/modals.machine.ts';
import { readerMachine, type ReaderRef } from '../../../src/machines/reader/reader.machine.ts';
import { EREADER_SETTINGS } from '../../../src/machines/reader/book-look.logic.ts';
import {
  selectChapters,
  selectHasHiddenBars,
  selectIsRefused,
  selectIsScrubbing,
  selectJumpedFrom,
  selectFootnote,
  selectOffer,
  selectPanel,
  selectPictureView,
  selectReaderPlace,
  selectScrubbed,
  selectSearchState,
  selectTyped,
} from '../../../src/machines/reader/reader.selectors.ts';
import type { LibraryItemExpanded } from '../../../src/schemas/api/library-item-expanded.ts';
import type { MediaProgress } from '../../../src/schemas/api/progress.ts';
import { getItem } from '../../../src/services/endpoints/items.ts';
import { BookException } from '../../../src/services/reader/engine.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { fakePlace } from '../../support/fakes/readers.ts';
import { createHost, type Host } from '../../support/host.ts';
import { openReader } from '../../support/open-reader.ts';
import { begunProgress, bookBody, questionClosed } from '../../support/item-fixtures.ts';
import { selectionOf } from '../../support/marks-fixtures.ts';
import { ebookBody, ebookFileOf, ebookItem, key, swipe, tap, wheel } from '../../support/reader-fixtures.ts';

const itemId = bookBody.id;
const surface = {} as HTMLElement;
const footnote = { kind: 'footnote', target: '4', html: '<p>Note</p>', x: 0, y: 0, isLow: false } as const;

const picture = { address: 'blob:map', name: 'A map', width: 600, height: 400 };

interface Options {
  readonly ino?: string | null;
  readonly body?: object;
  /** `ebookLocation` of the account. */
  readonly location?: string | null;
  /** The page's data of the item. */
  readonly known?: LibraryItemExpanded;
}

/** The reader after opening, before any answer. */
function start({ ino = null, body = ebookBody(), location = null, known }: Options = {}) {
  const entries = { [itemId]: begunProgress({ ebookLocation: location, lastUpdate: 100 }) };
  const said: { type: string }[] = [];
  const progress = fromTransition(
    (state: { entries: Record<string, MediaProgress>; userId: string }, event: { type: string }) => {
      if ('entry' in event) return { ...state, entries: { [itemId]: event.entry as MediaProgress } };
      said.push(event);
      return state;
    },
    { entries, userId: 'u' },
  );
  const ports = createFakePorts();
  ports.api.answer(getItem, body);
  const host = createHost(readerMachine, {
    input: { itemId, ino, known },
    ports,
    named: { modals: null, toasts: null, auth: null, player: null, progress },
  });
  const { system } = host.subject;
  /** The account after another device's change. */
  const notify = (change: Partial<MediaProgress>) =>
    system.get('progress').send({ type: 'reported', entry: begunProgress({ ebookLocation: location, ...change }) });
  return { ...host, said, notify, place: () => selectReaderPlace(host.subject.getSnapshot()) };
}

/** The reader with its book open. */
async function open(options?: Options) {
  const reader = start(options);
  reader.subject.send({ type: 'reader.attach', surface });
  await vi.waitFor(() => expect(reader.place()).toBe('reading'));
  return reader;
}

const pageOf = ({ subject }: Host<typeof readerMachine>) => subject.getSnapshot().context.place?.page;

describe('opening', () => {
  test('the file is fetched by its id, and opened where the account is', async () => {
    const reader = await open({ location: '3' });
    expect(reader.ports.readers.fetched).toMatchObject([{ itemId, ino: '77' }]);
    expect(reader.ports.readers.options).toMatchObject({ surface, location: '3', look: { scale: 100 } });
    expect(selectOffer(reader.subject.getSnapshot())).toBe(null);
    expect(reader.subject.getSnapshot().matches({ opened: { reading: { offer: 'resting' } } })).toBe(true);
    expect(pageOf(reader)).toBe(3);
  });

  test('a known item is not fetched; a retry requests it', async () => {
    const known = ebookItem();
    const reader = start({ known });
    expect(reader.ports.readers.fetched).toMatchObject([{ itemId, ino: '77' }]);
    reader.subject.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(reader.place()).toBe('reading'));
    expect(reader.ports.api.calls).toEqual([]);
    reader.subject.send({ type: 'book.failed', error: { kind: 'network' }, fault: null });
    reader.subject.send({ type: 'reader.retry' });
    await vi.waitFor(() => expect(reader.place()).toBe('reading'));
    expect(reader.ports.api.inputsOf(getItem)).toEqual([{ id: itemId }]);
  });

  test('it reports the progress of the file', async () => {
    const reader = start();
    const file = reader.ports.readers.holdFile();
    await vi.waitFor(() => expect(reader.ports.readers.fetched).toHaveLength(1));
    const [call] = reader.ports.readers.fetched;
    call?.onBytes(10, 100);
    call?.onBytes(20, 100);
    expect(reader.subject.getSnapshot().context.bytes).toEqual({ loaded: 10, total: 100 });
    reader.ports.clock.advance(100);
    call?.onBytes(30, 100);
    expect(reader.subject.getSnapshot().context.bytes).toEqual({ loaded: 30, total: 100 });
    reader.subject.send({ type: 'reader.dismiss' });
    expect([reader.subject.getSnapshot().output, call?.signal.aborted]).toEqual(['dismissed', true]);
    file.resolve(new Blob());
  });

  test('the code of its engine comes while the file is on its way', async () => {
    const reader = start();
    reader.ports.readers.holdFile();
    await vi.waitFor(() => expect(reader.ports.readers.fetched).toHaveLength(1));
    expect(reader.ports.readers.loaded).toEqual(['epub']);
  });

  test('it waits for the place to draw in', async () => {
    const reader = start();
    await vi.waitFor(() => expect(reader.place()).toBe('opening'));
    expect(reader.ports.readers.options).toBeNull();
    reader.subject.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(reader.place()).toBe('reading'));
  });

  test.each([
    ['an item without this ebook', { ino: 'none' }, 'missing'],
    ['a format without a reader (EBK-012)', { body: ebookBody('txt') }, 'unknown'],
  ])('%s is reported, and nothing is fetched', async (_name, options, fault) => {
    const reader = start(options);
    await vi.waitFor(() => expect(reader.place()).toBe('failed'));
    expect(reader.subject.getSnapshot().context.fault).toBe(fault);
    expect(reader.ports.readers.fetched).toEqual([]);
  });

  test('a damaged book is reported, with its file to download', async () => {
    vi.spyOn(console, 'info').mockReturnValue();
    const reader = start();
    reader.ports.readers.refuseBook(new BookException('corrupt'));
    reader.subject.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(reader.place()).toBe('failed'));
    expect(reader.subject.getSnapshot().context.fault).toBe('corrupt');
    reader.subject.send({ type: 'reader.download' });
    await vi.waitFor(() => expect(reader.ports.page.shown.named).toEqual(['Book.epub']));
    expect(reader.ports.page.shown.downloaded).toEqual(['blob:book']);
  });

  test('a locked book opens with its password, from the file that has come', async () => {
    vi.spyOn(console, 'info').mockReturnValue();
    const reader = start();
    const { readers } = reader.ports;
    readers.refuseBook(new BookException('locked'));
    reader.subject.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(reader.place()).toBe('failed'));
    readers.refuseBook(new BookException('wrongPassword'));
    reader.subject.send({ type: 'reader.typePassword', password: 'mellon' });
    reader.subject.send({ type: 'reader.submitPassword' });
    expect(reader.place()).toBe('opening');
    await vi.waitFor(() => expect(reader.subject.getSnapshot().context.fault).toBe('wrongPassword'));
    readers.openBook();
    reader.subject.send({ type: 'reader.typePassword', password: 'friend' });
    reader.subject.send({ type: 'reader.submitPassword' });
    await vi.waitFor(() => expect(reader.place()).toBe('reading'));
    expect([readers.options?.password, readers.fetched.length]).toEqual(['friend', 1]);
  });

  test('a retry that fails says why it failed, not why the book did not open before', async () => {
    vi.spyOn(console, 'info').mockReturnValue();
    const reader = start();
    reader.ports.readers.refuseBook(new BookException('corrupt'));
    reader.subject.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(reader.place()).toBe('failed'));
    reader.ports.api.refuse(getItem, { kind: 'network' });
    reader.subject.send({ type: 'reader.retry' });
    await vi.waitFor(() => expect(reader.subject.getSnapshot().context.error).toEqual({ kind: 'network' }));
    expect(reader.subject.getSnapshot().context.fault).toBe(null);
  });

  test('only a locked book takes a password', async () => {
    vi.spyOn(console, 'info').mockReturnValue();
    const reader = start();
    reader.ports.readers.refuseBook(new BookException('corrupt'));
    reader.subject.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(reader.place()).toBe('failed'));
    reader.subject.send({ type: 'reader.typePassword', password: 'friend' });
    reader.subject.send({ type: 'reader.submitPassword' });
    expect([reader.place(), reader.subject.getSnapshot().context.password]).toEqual(['failed', '']);
  });

  test('a file that cannot be saved either says so, and retries on request', async () => {
    const reader = start();
    reader.ports.readers.refuseFile({ kind: 'network' });
    await vi.waitFor(() => expect(reader.place()).toBe('failed'));
    const requested = () =>
      reader.receivedBy('auth') as readonly { type: string; replyTo: { send(event: object): void } }[];
    reader.subject.send({ type: 'reader.download' });
    await vi.waitFor(() => expect(requested()).toHaveLength(1));
    requested()[0]?.replyTo.send({ type: 'token.denied', error: { kind: 'network' } });
    await vi.waitFor(() =>
      expect(reader.receivedBy('toasts')).toEqual([
        { type: 'toasts.show', kind: 'error', message: { key: 'ebook.downloadFailed' }, error: { kind: 'network' } },
      ]),
    );
    for (const times of [1, 2]) {
      reader.subject.send({ type: 'reader.download' });
      await vi.waitFor(() => expect(requested()).toHaveLength(1 + times));
      requested().at(-1)?.replyTo.send({ type: 'token.granted', accessToken: 'token' });
      await vi.waitFor(() => expect(reader.ports.page.shown.named).toHaveLength(times));
      await vi.waitFor(() => expect(reader.subject.getSnapshot().matches({ failed: 'resting' })).toBe(true));
    }
  });

  test('a file that does not come is requested again when wanted', async () => {
    const reader = start();
    reader.ports.readers.refuseFile({ kind: 'network' });
    await vi.waitFor(() => expect(reader.place()).toBe('failed'));
    expect(reader.subject.getSnapshot().context.error).toEqual({ kind: 'network' });
    reader.subject.send({ type: 'reader.retry' });
    await vi.waitFor(() => expect(reader.ports.readers.fetched).toHaveLength(2));
  });
});

describe('turning', () => {
  test.each([
    ['a key (EBK-038)', key('ArrowRight'), 3],
    ['a key back (EBK-039)', key('ArrowLeft'), 1],
    ['a press on the right', tap(0.9), 3],
    ['a swipe to the left (EBK-031)', swipe(-100, 0), 3],
    ['a wheel', wheel(100, 5), 3],
    ['a press in the middle', tap(0.5), 2],
  ])('%s', async (_name, press, page) => {
    const reader = await open({ location: '2' });
    reader.subject.send({ type: 'book.pressed', press });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(page));
  });

  test('a second touch, and a rolling wheel, turn nothing (EBK-037)', async () => {
    const reader = await open();
    for (const press of [swipe(-100, 0, 1000), swipe(-100, 0, 1200), wheel(9, 5000), wheel(9, 5050)])
      reader.subject.send({ type: 'book.pressed', press });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(3));
    expect(reader.ports.readers.requested).toEqual(['next', 'next']);
  });

  test('bars go with the first turn, and come by a press in the middle', async () => {
    const reader = await open();
    const isHidden = () => reader.subject.getSnapshot().matches({ opened: { reading: { bars: 'hidden' } } });
    expect(isHidden()).toBe(false);
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    expect(isHidden()).toBe(true);
    reader.subject.send({ type: 'reader.press', press: tap(0.5) });
    expect(isHidden()).toBe(false);
    reader.subject.send({ type: 'reader.press', press: tap(0.5) });
    expect(isHidden()).toBe(true);
  });
});

describe('the place', () => {
  const read = (page: number) => ({
    type: 'progress.edit',
    media: { libraryItemId: itemId, episodeId: null },
    edit: { kind: 'read', location: String(page), share: fakePlace(page).share },
  });
  const turn = async (reader: Awaited<ReturnType<typeof open>>, to: number) => {
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(to));
  };

  test('goes to the account once a page has been in view for a second', async () => {
    const reader = await open();
    await turn(reader, 2);
    reader.ports.clock.advance(900);
    await turn(reader, 3);
    reader.ports.clock.advance(999);
    expect(reader.said).toEqual([]);
    reader.ports.clock.advance(1);
    expect(reader.said).toEqual([read(3)]);
    expect(reader.subject.getSnapshot().matches({ opened: { reading: { position: 'kept' } } })).toBe(true);
  });

  test('is not changed by opening a book, nor by how it looks', async () => {
    const reader = await open({ location: '2' });
    reader.subject.send({ type: 'reader.change', change: { fontScale: 150 } });
    await vi.waitFor(() => expect(reader.ports.readers.requested).toEqual(['show 150']));
    reader.ports.clock.advance(5000);
    reader.subject.send({ type: 'reader.dismiss' });
    expect(reader.said).toEqual([]);
  });

  test.each([
    ['when the page is hidden', (reader: Host<typeof readerMachine>) => reader.ports.page.setVisible(false)],
    ['when it is closed', (reader: Host<typeof readerMachine>) => reader.subject.send({ type: 'reader.dismiss' })],
  ])('is saved at once %s', async (_name, leave) => {
    const reader = await open();
    await turn(reader, 2);
    leave(reader);
    expect(reader.said).toEqual([read(2)]);
  });

  test('is saved when another page closes all overlays', async () => {
    const said: unknown[] = [];
    const progress = fromTransition((state, event: object) => (said.push(event), state), { entries: {}, userId: 'u' });
    const ports = createFakePorts();
    ports.api.answer(getItem, ebookBody());
    const modals = createHost(modalsMachine, { ports, systemId: 'modals', named: { progress, toasts: null } });
    modals.subject.send({ type: 'modals.open', modal: 'reader', input: { itemId, ino: null }, tag: 'reader' });
    const reader = () =>
      modals.subject.getSnapshot().context.stack[0]?.ref.getSnapshot().context.ref as ReaderRef | null | undefined;
    await vi.waitFor(() => expect(reader()).toBeTruthy());
    reader()?.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(ports.readers.options).not.toBeNull());
    await vi.waitFor(() => expect(reader()?.getSnapshot().matches({ opened: 'reading' })).toBe(true));
    ports.readers.move(4);
    modals.subject.send({ type: 'modals.closeAll' });
    expect(said).toEqual([read(4)]);
  });

  test('is remembered here at once, and begun at when the account has an older one', async () => {
    const reader = await open({ location: '1' });
    await turn(reader, 2);
    const places = await reader.ports.journal.places.read();
    expect(places).toMatchObject([{ itemId, ino: '77', location: '2', share: 0.4 }]);
  });

  test('of another file than the main one stays here', async () => {
    const reader = await open({ ino: '9', body: ebookBody('pdf', [ebookFileOf('9', 'Other.epub')]), location: '4' });
    expect(pageOf(reader)).toBe(1);
    await turn(reader, 2);
    reader.subject.send({ type: 'reader.dismiss' });
    expect(reader.said).toEqual([]);
    expect(await reader.ports.journal.places.read()).toMatchObject([{ ino: '9', location: '2' }]);
  });
});

describe('a jump', () => {
  const placed = (page: number) => ({ edit: { location: String(page) } });
  const back = ({ subject }: Host<typeof readerMachine>) => selectJumpedFrom(subject.getSnapshot())?.page ?? null;
  const jump = async (reader: Awaited<ReturnType<typeof open>>, to: number) => {
    reader.subject.send({ type: 'reader.go', target: String(to) });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(to));
  };

  test('leaves the place in the account until a page is turned there', async () => {
    const reader = await open({ location: '1' });
    await jump(reader, 4);
    reader.ports.clock.advance(5000);
    reader.ports.page.setVisible(false);
    expect(reader.said).toEqual([]);
    expect(await reader.ports.journal.places.read()).toEqual([]);
    reader.subject.send({ type: 'reader.turn', turn: 'previous' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(3));
    reader.ports.clock.advance(1000);
    expect(reader.said).toMatchObject([placed(3)]);
  });

  test('saves the page that it leaves, however short that was in view', async () => {
    const reader = await open({ location: '1' });
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(2));
    await jump(reader, 5);
    expect(reader.said).toMatchObject([placed(2)]);
  });

  test.each([
    ['a link in the book', { kind: 'jump', target: '4' } as const],
    ['End in fixed pages', key('End')],
  ])('is one by %s', async (_name, press) => {
    const reader = await open({ location: '1', body: ebookBody('cbz') });
    reader.subject.send({ type: 'book.pressed', press });
    await vi.waitFor(() => expect(back(reader)).toBe(1));
    reader.subject.send({ type: 'reader.dismiss' });
    expect(reader.said).toEqual([]);
  });

  test('has a way back, which is a place to save', async () => {
    const reader = await open({ location: '2' });
    expect(back(reader)).toBeNull();
    await jump(reader, 5);
    expect(back(reader)).toBe(2);
    reader.subject.send({ type: 'reader.goBack' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(2));
    expect(back(reader)).toBeNull();
    reader.ports.clock.advance(1000);
    expect(reader.said).toMatchObject([placed(2)]);
  });

  test('after a jump returns to each page where one stayed', async () => {
    const reader = await open({ location: '1' });
    await jump(reader, 2);
    reader.ports.clock.advance(499);
    await jump(reader, 3);
    reader.ports.clock.advance(500);
    await jump(reader, 5);
    const wayBack = [];
    while (back(reader) !== null) {
      const to = back(reader);
      wayBack.push(to);
      reader.subject.send({ type: 'book.pressed', press: key('BrowserBack') });
      await vi.waitFor(() => expect(pageOf(reader)).toBe(to));
    }
    expect(wayBack).toEqual([3, 1]);
    reader.ports.clock.advance(1000);
    expect(reader.said).toMatchObject([placed(1)]);
    reader.subject.send({ type: 'book.pressed', press: key('BrowserBack') });
    expect(reader.subject.getSnapshot().status).toBe('done');
  });

  test('shows the bars, which the next turn hides', async () => {
    const reader = await open({ location: '1' });
    const isHidden = () => selectHasHiddenBars(reader.subject.getSnapshot());
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(2));
    expect(isHidden()).toBe(true);
    await jump(reader, 4);
    expect(isHidden()).toBe(false);
  });
});

describe('the scrubber', () => {
  const shown = ({ subject }: Host<typeof readerMachine>) => {
    const state = subject.getSnapshot();
    return [selectScrubbed(state), selectIsScrubbing(state)];
  };

  test('shows where it would go, and goes there when it is let go: a jump', async () => {
    const reader = await open({ location: '1' });
    await vi.waitFor(() => expect(selectChapters(reader.subject.getSnapshot())).toHaveLength(2));
    expect(shown(reader)).toEqual([0.2, false]);
    for (const share of [0.3, 0.5]) reader.subject.send({ type: 'reader.scrub', share });
    expect(shown(reader)).toEqual([0.5, true]);
    expect(reader.ports.readers.requested).toEqual([]);
    reader.subject.send({ type: 'reader.go', target: 'share:0.5' });
    expect(shown(reader)).toEqual([0.5, false]);
    await vi.waitFor(() => expect(pageOf(reader)).toBe(3));
    expect(shown(reader)).toEqual([0.6, false]);
    expect(selectJumpedFrom(reader.subject.getSnapshot())?.page).toBe(1);
    expect(reader.said).toEqual([]);
  });

  test('keeps its place on a page that has it already, so that keys get on', async () => {
    const reader = await open({ location: '3' });
    reader.subject.send({ type: 'reader.scrub', share: 0.5 });
    reader.subject.send({ type: 'reader.go', target: 'share:0.5' });
    await vi.waitFor(() => expect(reader.ports.readers.requested).toEqual(['go share:0.5']));
    expect([pageOf(reader), shown(reader)]).toEqual([3, [0.5, false]]);
    expect(selectJumpedFrom(reader.subject.getSnapshot())).toBeNull();
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    await vi.waitFor(() => expect(shown(reader)).toEqual([0.8, false]));
  });

  test.each(['reader.escape', 'reader.endScrub'] as const)('returns by %s, and the book stays', async (type) => {
    const reader = await open({ location: '2' });
    reader.subject.send({ type: 'reader.scrub', share: 0.9 });
    reader.subject.send({ type });
    expect([shown(reader), reader.place(), reader.ports.readers.requested]).toEqual([[0.4, false], 'reading', []]);
  });
});

describe('a typed place', () => {
  const ask = async (format: string, text: string) => {
    const reader = await open({ location: '1', body: ebookBody(format) });
    reader.subject.send({ type: 'reader.toggleGoTo' });
    reader.subject.send({ type: 'reader.typeGoTo', text });
    const state = () => {
      const snapshot = reader.subject.getSnapshot();
      return [selectPanel(snapshot), selectIsRefused(snapshot), selectTyped(snapshot)];
    };
    return { ...reader, state, submit: () => reader.subject.send({ type: 'reader.submitGoTo' }) };
  };

  test.each([
    ['cbz', '4', 'go 4'],
    ['cbz', '45%', 'go share:0.45'],
    ['epub', '45', 'go share:0.45'],
  ])('in a %s is gone to: %s', async (format, text, command) => {
    const reader = await ask(format, text);
    expect(reader.state()).toEqual(['goTo', false, text]);
    reader.submit();
    expect(reader.state()).toEqual(['none', false, text]);
    await vi.waitFor(() => expect(reader.ports.readers.requested).toEqual([command]));
    await vi.waitFor(() => expect(selectJumpedFrom(reader.subject.getSnapshot())?.page).toBe(1));
    reader.subject.send({ type: 'reader.toggleGoTo' });
    expect(reader.state()).toEqual(['goTo', false, '']);
  });

  test('in a book with printed pages is one of them', async () => {
    const ports = createFakePorts();
    ports.readers.listPrintedPages();
    const { subject, context } = await openReader('epub', ports);
    subject.send({ type: 'reader.toggleGoTo' });
    for (const text of ['2', 'XII']) {
      subject.send({ type: 'reader.typeGoTo', text });
      subject.send({ type: 'reader.submitGoTo' });
      expect(selectIsRefused(subject.getSnapshot())).toBe(text === '2');
    }
    await vi.waitFor(() => expect(context().place?.page).toBe(2));
    expect([ports.readers.requested, selectJumpedFrom(subject.getSnapshot())?.page]).toEqual([['go 2'], 1]);
  });

  test('that the book does not have is refused, until it is changed', async () => {
    const reader = await ask('cbz', '6');
    reader.submit();
    expect(reader.state()).toEqual(['goTo', true, '6']);
    reader.subject.send({ type: 'reader.typeGoTo', text: '' });
    expect(reader.state()).toEqual(['goTo', false, '']);
    reader.subject.send({ type: 'reader.escape' });
    expect([reader.state(), reader.place(), reader.ports.readers.requested]).toEqual([
      ['none', false, ''],
      'reading',
      [],
    ]);
  });
});

describe('a newer place of another device', () => {
  const elsewhere = { ebookLocation: '4', ebookProgress: 0.8, lastUpdate: 200 };
  const offer = ({ subject }: Host<typeof readerMachine>) => selectOffer(subject.getSnapshot())?.kind ?? null;

  test('is offered while the book is open, and applied only on request, with a way back', async () => {
    const reader = await open({ location: '2' });
    reader.notify(elsewhere);
    expect([offer(reader), pageOf(reader)]).toEqual(['offered', 2]);
    reader.subject.send({ type: 'reader.followPlace' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(4));
    expect(offer(reader)).toBe('followed');
    reader.subject.send({ type: 'reader.undoPlace' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(2));
    expect(offer(reader)).toBeNull();
    reader.ports.clock.advance(1000);
    expect(reader.said).toMatchObject([{ edit: { location: '2' } }]);
  });

  test('arriving while the book opens, it is offered once open', async () => {
    const reader = start({ location: '2' });
    const book = reader.ports.readers.holdBook();
    reader.subject.send({ type: 'reader.attach', surface });
    await vi.waitFor(() => expect(reader.subject.getSnapshot().matches('opened')).toBe(true));
    reader.notify(elsewhere);
    book.resolve();
    await vi.waitFor(() => expect(offer(reader)).toBe('offered'));
  });

  test('the way back goes after ten seconds, and either can be dismissed', async () => {
    const reader = await open({ location: '2' });
    reader.notify(elsewhere);
    reader.ports.clock.advance(60_000);
    expect(offer(reader)).toBe('offered');
    reader.subject.send({ type: 'reader.followPlace' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(4));
    reader.ports.clock.advance(10_000);
    expect(offer(reader)).toBeNull();
    reader.notify({ ebookLocation: '3', lastUpdate: reader.ports.clock.now() + 1 });
    reader.subject.send({ type: 'reader.followPlace' });
    await vi.waitFor(() => expect([offer(reader), pageOf(reader)]).toEqual(['followed', 3]));
    reader.subject.send({ type: 'reader.dismissPlace' });
    expect(offer(reader)).toBeNull();
    reader.subject.send({ type: 'reader.go', target: '4' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(4));
    reader.notify({ ebookLocation: '5', lastUpdate: reader.ports.clock.now() + 2 });
    expect(offer(reader)).toBe('offered');
    reader.subject.send({ type: 'reader.dismissPlace' });
    expect([offer(reader), pageOf(reader)]).toEqual([null, 4]);
  });

  test('a place noted here before it is not sent over it; a page turned after it is', async () => {
    const reader = await open({ location: '2' });
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(3));
    reader.notify({ ...elsewhere, lastUpdate: reader.ports.clock.now() + 500 });
    reader.ports.clock.advance(5000);
    expect(reader.said).toEqual([]);
    reader.subject.send({ type: 'reader.turn', turn: 'previous' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(2));
    reader.ports.clock.advance(1000);
    expect(reader.said).toMatchObject([{ edit: { location: '2' } }]);
  });

  test.each([
    ['an older one', { ...elsewhere, lastUpdate: 50 }],
    ['what was heard', { currentTime: 90, lastUpdate: 200 }],
    ['a reset', { ebookLocation: null, lastUpdate: 200 }],
  ])('%s is none', async (_name, change) => {
    const reader = await open({ location: '2' });
    reader.notify(change);
    expect(offer(reader)).toBeNull();
  });

  test('a save from here returns, and is none', async () => {
    const reader = await open({ location: '2' });
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    await vi.waitFor(() => expect(pageOf(reader)).toBe(3));
    reader.ports.clock.advance(1000);
    reader.notify({ ebookLocation: '3', lastUpdate: reader.ports.clock.now() + 1 });
    expect(offer(reader)).toBeNull();
  });

  test('of the account is not that of another file', async () => {
    const reader = await open({ ino: '9', body: ebookBody('pdf', [ebookFileOf('9', 'Other.epub')]), location: '2' });
    reader.notify(elsewhere);
    expect(offer(reader)).toBeNull();
  });
});

test('the companion knows the page in view, as it shows', async () => {
  const reader = await open();
  const place = () => reader.subject.getSnapshot().context.place;
  const companion = () => reader.subject.getSnapshot().children.companion?.getSnapshot().context;
  reader.subject.send({ type: 'reader.turn', turn: 'next' });
  await vi.waitFor(() => expect(place()?.page).toBe(2));
  expect(companion()?.place).toBe(place());
  const before = place();
  reader.subject.send({ type: 'reader.change', change: { fontScale: 150 } });
  await vi.waitFor(() => expect(place()).not.toBe(before));
  expect([companion()?.place === place(), place()]).toEqual([true, before]);
});

describe('marks', () => {
  test('go from the pages to the menu and back to the pages', async () => {
    const reader = await open();
    const { subject, ports } = reader;
    const marks = () => subject.getSnapshot().children.marks?.getSnapshot();
    ports.readers.options?.onSelected?.(selectionOf());
    expect(marks()?.matches({ menu: 'selected' })).toBe(true);
    subject.getSnapshot().children.marks?.send({ type: 'marks.highlight', colour: 'green' });
    const { target } = selectionOf();
    await vi.waitFor(() =>
      expect(ports.readers.requested.slice(-2).sort()).toEqual(['deselect', `mark ${target} green`]),
    );
    const [mark] = marks()?.context.marks ?? [];
    const spot = { x: 5, y: 60, isLow: true };
    ports.readers.options?.onMarkPressed?.(mark?.id ?? '', spot, true);
    expect(marks()?.matches({ menu: 'pressed' })).toBe(true);
    expect(marks()?.context).toMatchObject({ current: mark?.id, spot, isInLink: true });
  });

  test.each([
    ['a button', { type: 'reader.toggleBookmark' }],
    ['a key', { type: 'book.pressed', press: key('b') }],
  ] as const)('a bookmark of the page in view comes by %s', async (_how, event) => {
    const { subject } = await open({ location: '2' });
    const marks = () => subject.getSnapshot().children.marks?.getSnapshot().context;
    subject.send(event);
    await vi.waitFor(() => expect(marks()?.marks).toMatchObject([{ kind: 'bookmark', target: '2' }]));
    await vi.waitFor(() => expect(marks()?.inView).toEqual(marks()?.marks.map(({ id }) => id)));
    subject.send(event);
    await vi.waitFor(() => expect(marks()?.marks).toEqual([]));
  });
});

describe('panels', () => {
  const toggles = {
    contents: { type: 'reader.toggleContents' },
    marks: { type: 'reader.toggleMarks' },
    settings: { type: 'reader.toggleSettings' },
  } as const;
  const names = ['contents', 'marks', 'settings'] as const;
  /** The settings cover the buttons of the others. */
  const isInReach = ([from, to]: readonly [string, string]) => from !== 'settings' || to === 'settings';
  test.each(names.flatMap((from) => names.map((to) => [from, to] as const)).filter(isInReach))(
    'after that of %s, the button of %s shows its own, or hides it',
    async (from, to) => {
      const { subject } = await open();
      const panel = () => selectPanel(subject.getSnapshot());
      subject.send(toggles[from]);
      expect(panel()).toBe(from);
      subject.send(toggles[to]);
      expect(panel()).toBe(from === to ? 'none' : to);
    },
  );

  test('Escape and a way back hide that of the marks alone', async () => {
    const reader = await open();
    for (const close of [() => reader.ports.navigation.back(), () => reader.subject.send({ type: 'reader.escape' })]) {
      reader.subject.send(toggles.marks);
      close();
      expect([selectPanel(reader.subject.getSnapshot()), reader.place()]).toEqual(['none', 'reading']);
      expect(reader.ports.navigation.named).toEqual({ read: 'main', of: itemId });
    }
    reader.subject.send(toggles.marks);
    reader.subject.send({ type: 'reader.go', target: '3' });
    expect(selectPanel(reader.subject.getSnapshot())).toBe('none');
  });
});

describe('one thing closes at a time', () => {
  test.each(['reader.toggleContents', 'reader.toggleSettings'] as const)('%s, then the reader', async (type) => {
    const reader = await open();
    reader.subject.send({ type });
    reader.subject.send({ type: 'book.pressed', press: key('Escape') });
    expect([selectPanel(reader.subject.getSnapshot()), reader.place()]).toEqual(['none', 'reading']);
    reader.subject.send({ type });
    reader.ports.navigation.back();
    expect([selectPanel(reader.subject.getSnapshot()), reader.place()]).toEqual(['none', 'reading']);
    expect(reader.ports.navigation.named).toEqual({ read: 'main', of: itemId });
    reader.ports.navigation.back();
    expect([reader.subject.getSnapshot().output, reader.ports.readers.requested]).toEqual(['dismissed', ['close']]);
  });

  test.each([
    ['the note', 'reader.toggleMarks'],
    ['the note', 'reader.toggleBars'],
    ['the menu', 'reader.toggleBars'],
  ] as const)('%s of a mark, then the target under it (%s)', async (what, under) => {
    const reader = await open();
    const { subject, ports } = reader;
    const marks = () => subject.getSnapshot().children.marks?.getSnapshot();
    const isOpen = () => marks()?.matches({ menu: 'closed' }) === false;
    const openMark = () => {
      ports.readers.options?.onSelected?.(selectionOf());
      if (what === 'the note') subject.getSnapshot().children.marks?.send({ type: 'marks.annotate' });
    };
    subject.send({ type: under });
    const panel = selectPanel(subject.getSnapshot());
    for (const close of [() => ports.navigation.back(), () => subject.send({ type: 'reader.escape' })]) {
      openMark();
      expect(isOpen()).toBe(true);
      close();
      expect([isOpen(), selectPanel(subject.getSnapshot()), reader.place()]).toEqual([false, panel, 'reading']);
      expect(ports.navigation.named).toEqual({ read: 'main', of: itemId });
    }
    ports.navigation.back();
    expect([selectPanel(subject.getSnapshot()), subject.getSnapshot().output]).toEqual([
      'none',
      panel === 'none' ? 'dismissed' : undefined,
    ]);
  });

  test.each([
    ['Escape', (reader) => reader.subject.send({ type: 'book.pressed', press: key('Escape') })],
    ['back', (reader) => reader.ports.navigation.back()],
    ['a press on the page', (reader) => reader.ports.readers.options?.onPressed(tap(0.9))],
  ] satisfies [string, (reader: Awaited<ReturnType<typeof open>>) => unknown][])(
    'a footnote, by %s, before the reader',
    async (_, close) => {
      const reader = await open();
      reader.ports.readers.options?.onPressed(footnote);
      expect(selectFootnote(reader.subject.getSnapshot())).toMatchObject({ html: '<p>Note</p>' });
      close(reader);
      expect([selectFootnote(reader.subject.getSnapshot()), reader.place(), pageOf(reader)]).toEqual([
        null,
        'reading',
        1,
      ]);
      expect(reader.ports.navigation.named).toEqual({ read: 'main', of: itemId });
    },
  );

  test.each([
    ['Escape', (reader) => reader.subject.send({ type: 'reader.escape' })],
    ['back', (reader) => reader.ports.navigation.back()],
    ['its button', (reader) => reader.subject.send({ type: 'reader.closePicture' })],
  ] satisfies [string, (reader: Awaited<ReturnType<typeof open>>) => unknown][])(
    'a picture, by %s, before the reader',
    async (_, close) => {
      const reader = await open();
      reader.ports.readers.options?.onPressed({ kind: 'picture', x: 0.9, fillsPage: false, ...picture });
      const view = selectPictureView(reader.subject.getSnapshot());
      expect(view?.getSnapshot().context.picture).toMatchObject(picture);
      close(reader);
      expect([selectPictureView(reader.subject.getSnapshot()), reader.place(), pageOf(reader)]).toEqual([
        undefined,
        'reading',
        1,
      ]);
      expect(reader.ports.navigation.named).toEqual({ read: 'main', of: itemId });
    },
  );

  test('Escape closes the reader, the book with it (EBK-040)', async () => {
    const reader = await open();
    reader.subject.send({ type: 'book.pressed', press: key('Escape') });
    expect([reader.subject.getSnapshot().output, reader.ports.readers.requested]).toEqual(['dismissed', ['close']]);
    expect(reader.ports.navigation.named).toBeNull();
  });
});

describe('contents and search', () => {
  test('a chapter opens, and the panel closes (EBK-020)', async () => {
    const reader = await open();
    reader.subject.send({ type: 'reader.toggleContents' });
    reader.subject.send({ type: 'reader.go', target: '3' });
    expect(selectPanel(reader.subject.getSnapshot())).toBe('none');
    await vi.waitFor(() => expect(pageOf(reader)).toBe(3));
  });

  test('only text longer than one letter is searched (EBK-023, VAL-085)', async () => {
    const reader = await open();
    const state = () => selectSearchState(reader.subject.getSnapshot());
    reader.subject.send({ type: 'reader.search', query: 'a ' });
    expect([state(), reader.ports.readers.requested]).toEqual(['none', []]);
    const found = reader.ports.readers.holdSearch();
    reader.subject.send({ type: 'reader.search', query: 'ab' });
    expect([state(), reader.ports.readers.requested]).toEqual(['searching', ['search ab']]);
    found.resolve([]);
    await vi.waitFor(() => expect(state()).toBe('found'));
  });

  test('a reader that was closed has no search when it opens again (EBK-015)', async () => {
    const reader = await open();
    const found = reader.ports.readers.holdSearch();
    reader.subject.send({ type: 'reader.search', query: 'ab' });
    found.resolve([{ target: '1', share: 0, excerpt: 'ab', chapter: null }]);
    await vi.waitFor(() => expect(selectSearchState(reader.subject.getSnapshot())).toBe('found'));
    reader.subject.send({ type: 'book.pressed', press: key('Escape') });
    expect(reader.subject.getSnapshot().output).toBe('dismissed');
    const again = await openReader('epub', reader.ports);
    expect(selectSearchState(again.subject.getSnapshot())).toBe('none');
    expect(again.context()).toMatchObject({ query: '', matches: null });
  });

  test('what an earlier search finds does not come any more', async () => {
    const reader = await open();
    const early = reader.ports.readers.holdSearch();
    reader.subject.send({ type: 'reader.search', query: 'early' });
    const late = reader.ports.readers.holdSearch();
    reader.subject.send({ type: 'reader.search', query: 'late' });
    early.resolve([{ target: '1', share: 0, excerpt: 'early', chapter: null }]);
    late.resolve([{ target: '2', share: 0.2, excerpt: 'late', chapter: null }]);
    await vi.waitFor(() =>
      expect(reader.subject.getSnapshot().context.matches?.map(({ excerpt }) => excerpt)).toEqual(['late']),
    );
  });
});

test('settings are kept on this device (STO-028), and the book follows the last of them', async () => {
  const reader = await open();
  for (const fontScale of [105, 110, 115]) reader.subject.send({ type: 'reader.change', change: { fontScale } });
  await vi.waitFor(() => expect(reader.ports.readers.requested).toEqual(['show 115']));
  expect(EREADER_SETTINGS.key).toBe('ereaderSettings');
  expect(reader.ports.storage.read(EREADER_SETTINGS)).toMatchObject({ fontScale: 115, lineSpacing: 115 });
});

test.each([
  ['theme', 'sepia', 'STO-019'],
  ['font', 'sans-serif', 'STO-020'],
] as const)('the %s %s is kept on this device (%s)', async (name, value, _row) => {
  const reader = await open();
  reader.subject.send({ type: 'reader.change', change: { [name]: value } });
  expect(reader.ports.storage.read(EREADER_SETTINGS)?.[name]).toBe(value);
});

describe('a footnote', () => {
  test.each([
    ['a turn', { type: 'reader.turn', turn: 'next' }, 2],
    ['a jump to its place', { type: 'reader.go', target: '4' }, 4],
    ['a panel', { type: 'reader.toggleMarks' }, 1],
  ] as const)('is open until %s', async (_, event, page) => {
    const reader = await open();
    reader.ports.readers.options?.onPressed(footnote);
    expect(selectFootnote(reader.subject.getSnapshot())).not.toBeNull();
    reader.subject.send(event);
    await vi.waitFor(() => expect(selectFootnote(reader.subject.getSnapshot())).toBeNull());
    await vi.waitFor(() => expect(pageOf(reader)).toBe(page));
  });

  test('takes the place of the one before, and of the menu of a mark', async () => {
    const reader = await open();
    const { subject, ports } = reader;
    ports.readers.options?.onSelected?.(selectionOf());
    ports.readers.options?.onPressed(footnote);
    expect([subject.getSnapshot().context.hasMarkOpen, selectFootnote(subject.getSnapshot())?.target]).toEqual([
      false,
      '4',
    ]);
    ports.readers.options?.onPressed({ ...footnote, target: '5' });
    expect(selectFootnote(subject.getSnapshot())?.target).toBe('5');
    ports.readers.options?.onSelected?.(selectionOf());
    expect([subject.getSnapshot().context.hasMarkOpen, selectFootnote(subject.getSnapshot())]).toEqual([true, null]);
  });
});

describe('a press on a picture', () => {
  const shownIn = ({ subject }: Host<typeof readerMachine>) =>
    selectPictureView(subject.getSnapshot())?.getSnapshot().context.picture.name;

  test('opens it, in place of the menu of a mark or a panel', async () => {
    const { subject, ports } = await open();
    subject.send({ type: 'reader.toggleContents' });
    ports.readers.options?.onSelected?.(selectionOf());
    ports.readers.options?.onPressed({ kind: 'picture', x: 0.9, fillsPage: false, ...picture });
    expect([
      selectPictureView(subject.getSnapshot())?.getSnapshot().context.picture.name,
      selectPanel(subject.getSnapshot()),
    ]).toEqual(['A map', 'none']);
    expect(subject.getSnapshot().context.hasMarkOpen).toBe(false);
  });

  test.each([
    [0.9, 2, undefined],
    [0.5, 1, 'A map'],
  ])('that fills the page, at %d, leaves page %d and shows %s', async (x, page, shown) => {
    const reader = await open();
    reader.ports.readers.options?.onPressed({ kind: 'picture', x, fillsPage: true, ...picture });
    await vi.waitFor(() => expect([pageOf(reader), shownIn(reader)]).toEqual([page, shown]));
  });

  test('closes a footnote first', async () => {
    const reader = await open();
    reader.ports.readers.options?.onPressed(footnote);
    reader.ports.readers.options?.onPressed({ kind: 'picture', x: 0.5, fillsPage: false, ...picture });
    expect([selectFootnote(reader.subject.getSnapshot()), shownIn(reader)]).toEqual([null, undefined]);
  });

  test('of a book that fails is gone with it', async () => {
    const reader = await open();
    reader.subject.send({ type: 'reader.showPicture', picture });
    reader.subject.send({ type: 'book.failed', error: { kind: 'network' }, fault: null });
    expect([reader.subject.getSnapshot().context.picture, shownIn(reader)]).toEqual([null, undefined]);
  });
});

test.each([true, false])('a link out of the book needs confirmation: %s', async (accepted) => {
  const reader = await open();
  reader.subject.send({ type: 'book.pressed', press: { kind: 'link', url: 'https://example.org/' } });
  expect(reader.receivedBy('modals')).toMatchObject([
    { modal: 'confirm', input: { message: { values: { url: 'https://example.org/' } } } },
  ]);
  reader.subject.send(questionClosed(accepted));
  expect(reader.ports.page.shown.tabs).toEqual(accepted ? ['https://example.org/'] : []);
  expect(reader.subject.getSnapshot().context.link).toBe(null);
  reader.subject.send({ type: 'book.pressed', press: { kind: 'link', url: 'https://example.com/' } });
  expect(reader.receivedBy('modals').slice(1)).toMatchObject([
    { modal: 'confirm', input: { message: { values: { url: 'https://example.com/' } } } },
  ]);
});

describe('reading aloud', () => {
  test('begins by its key; a turn by hand leads the voice, another look of the page does not', async () => {
    const reader = await open();
    const { voice, requested } = reader.ports.readers;
    const begun = () => requested.filter((command) => command === 'read aloud from view').length;
    reader.subject.send({ type: 'book.pressed', press: key('a') });
    await vi.waitFor(() => expect(voice.said.map(({ text }) => text)).toEqual(['Sentence 1 of page 1.']));
    voice.report({ type: 'speech.begun' });
    await vi.waitFor(() => expect(requested.at(-1)).toBe('follow 0 0-21'));
    reader.ports.readers.hideVoice();
    reader.subject.send({ type: 'reader.change', change: { fontScale: 150 } });
    await vi.waitFor(() => expect(requested.at(-1)).toBe('show 150'));
    expect([begun(), voice.isSpeaking]).toEqual([1, true]);
    reader.subject.send({ type: 'reader.turn', turn: 'next' });
    await vi.waitFor(() => expect(voice.said.at(-1)?.text).toBe('Sentence 1 of page 2.'));
    expect(begun()).toBe(2);
  });
});
