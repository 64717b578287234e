import { expect, test, vi } from 'vitest';
import { EREADER_SETTINGS } from '../../../src/machines/reader/book-look.logic.ts';
import {
  PAGE_SETTINGS,
  pageChangeOfKey,
  pageLookOf,
  pageOfKey,
  turned,
  typedPage,
  withPageLook,
  zoomOfPinch,
} from '../../../src/machines/reader/pages.logic.ts';
import { selectHasPageList, selectHeading } from '../../../src/machines/reader/reader.selectors.ts';
import { defaultPageSettings } from '../../../src/schemas/reading.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { key, pinch } from '../../support/reader-fixtures.ts';
import { openReader } from '../../support/open-reader.ts';

const file = { itemId: 'a', ino: '1', format: 'cbz' };
const look = { fit: 'whole', layout: 'single', direction: null, zoom: 100, rotation: 0 } as const;

test('fit and layout are per device, the direction per book', () => {
  const stored = withPageLook(null, file, { ...look, fit: 'width', layout: 'double', direction: 'rtl', zoom: 200 });
  expect(pageLookOf(stored, file)).toEqual({ ...look, fit: 'width', layout: 'double', direction: 'rtl' });
  expect(pageLookOf(stored, { ...file, ino: '2' })?.direction).toBeNull();
  expect(pageLookOf(null, file)).toEqual(look);
  expect(pageLookOf(stored, { ...file, format: 'epub' })).toBeNull();
  expect(withPageLook(stored, { ...file, format: 'epub' }, look)).toBe(stored);
});

test('the directions of the last 100 books are kept', () => {
  const all = Array.from({ length: 100 }, (_, at) => ({ itemId: 'a', ino: String(at), direction: 'rtl' as const }));
  const stored = { ...defaultPageSettings, directions: all };
  const { directions } = withPageLook(stored, { ...file, ino: 'new' }, { ...look, direction: 'ltr' });
  expect([directions.length, directions[0]?.ino, directions.at(-1)]).toEqual([
    100,
    '1',
    { itemId: 'a', ino: 'new', direction: 'ltr' },
  ]);
});

test('keys set the size and lead to both ends', () => {
  expect(['+', '=', '-', '0', 'r', 'x'].map((name) => pageChangeOfKey(name, look))).toEqual([
    { zoom: 125 },
    { zoom: 125 },
    { zoom: 75 },
    { zoom: 100 },
    { rotation: 90 },
    null,
  ]);
  expect([pageChangeOfKey('+', { ...look, zoom: 400 }), pageChangeOfKey('-', { ...look, zoom: 25 })]).toEqual([
    { zoom: 400 },
    { zoom: 25 },
  ]);
  expect(([0, 90, 180, 270] as const).map(turned)).toEqual([90, 180, 270, 0]);
  expect(['Home', 'End', 'x'].map((name) => pageOfKey(name, 9))).toEqual(['1', '9', null]);
});

function open(format: string) {
  const ports = createFakePorts();
  if (format !== 'epub') ports.readers.leaveOutContents();
  return openReader(format, ports);
}

test.each(['cbz', 'cbr'])('%s has the comic reader (EBK-011), without a title (EBK-003)', async (format) => {
  const { ports, subject } = await open(format);
  expect([ports.readers.loaded[0], ports.readers.options?.look.pages]).toEqual(['comic', look]);
  expect(selectHeading(subject.getSnapshot())).toBeNull();
  expect(selectHasPageList(subject.getSnapshot())).toBe(true);
});

test('a pdf has a reader of its own (EBK-010), with its title', async () => {
  const { ports, subject } = await open('pdf');
  expect([ports.readers.loaded[0], ports.readers.options?.look.pages]).toEqual(['pdf', look]);
  expect(selectHeading(subject.getSnapshot())?.title).toBe(bookBody.media.metadata.title);
});

test('a change is shown and kept; the direction holds for keys at once', async () => {
  const { ports, subject, context } = await open('cbz');
  subject.send({ type: 'reader.changePages', change: { direction: 'rtl', layout: 'double' } });
  expect(context()).toMatchObject({ direction: 'rtl', pages: { layout: 'double' } });
  expect(ports.storage.read(PAGE_SETTINGS)).toMatchObject({
    comic: { layout: 'double' },
    directions: [{ itemId: bookBody.id, ino: '77', direction: 'rtl' }],
  });
  subject.send({ type: 'book.pressed', press: key('ArrowLeft') });
  await vi.waitFor(() => expect(ports.readers.requested).toEqual(['show 100', 'next']));
});

test('keys of fixed pages change them; in a book with flowing text they do nothing', async () => {
  const comic = await open('cbz');
  comic.subject.send({ type: 'reader.press', press: key('+') });
  comic.subject.send({ type: 'reader.press', press: key('End') });
  await vi.waitFor(() => expect(comic.ports.readers.requested).toEqual(['show 100', 'go 5']));
  expect(comic.context().pages?.zoom).toBe(125);
  const text = await open('epub');
  text.subject.send({ type: 'reader.press', press: key('+') });
  text.subject.send({ type: 'reader.changePages', change: { zoom: 200 } });
  expect([text.context().pages, text.ports.readers.requested]).toEqual([null, []]);
});

test.each([
  [{ zoom: 100 }, 1.5, 150],
  [{ zoom: 200 }, 0.25, 50],
  [{ zoom: 200 }, 0.52, 100],
  [{ zoom: 300 }, 9, 400],
  [{ zoom: 50 }, 0.1, 25],
])('from %o a pinch by %f makes pages %i percent', (from, factor, size) => {
  expect(zoomOfPinch(factor, { ...look, ...from })).toBe(size);
});

test('two fingers say how large fixed pages will be, and make them so when they are lifted', async () => {
  const { ports, subject, context } = await open('cbz');
  subject.send({ type: 'book.pressed', press: pinch(2.5, false) });
  expect([context().pinched, context().pages?.zoom, ports.readers.requested]).toEqual([250, 100, []]);
  subject.send({ type: 'book.pressed', press: pinch(2) });
  expect([context().pinched, context().pages?.zoom]).toEqual([null, 200]);
  await vi.waitFor(() => expect(ports.readers.requested).toEqual(['show 100']));
});

test('a pinch without a change restores the pages', async () => {
  const { ports, subject, context } = await open('pdf');
  subject.send({ type: 'book.pressed', press: pinch(1.04) });
  await vi.waitFor(() => expect(ports.readers.requested).toEqual(['show 100']));
  expect(context().pages?.zoom).toBe(100);
});

test('two fingers set the size of text that flows, and that is kept on this device', async () => {
  const { ports, subject, context } = await open('epub');
  subject.send({ type: 'book.pressed', press: pinch(1.33, false) });
  expect([context().pinched, context().settings.fontScale]).toEqual([135, 100]);
  subject.send({ type: 'book.pressed', press: pinch(1.33) });
  await vi.waitFor(() => expect(ports.readers.requested).toEqual(['show 135']));
  expect([context().pinched, ports.storage.read(EREADER_SETTINGS)?.fontScale]).toEqual([null, 135]);
  subject.send({ type: 'book.pressed', press: pinch(9) });
  expect(context().settings.fontScale).toBe(300);
});

test('of places that are picked in a row the last one counts', async () => {
  const { ports, subject } = await open('cbz');
  for (const target of ['2', '3', '4']) subject.send({ type: 'reader.go', target });
  await vi.waitFor(() => expect(ports.readers.requested).toEqual(['go 4']));
});

test('pages are drawn small where they are fixed', async () => {
  const into = {} as HTMLElement;
  const comic = await open('cbz');
  comic.subject.send({ type: 'reader.showThumbnail', page: 4, into });
  expect(comic.ports.readers.thumbnails).toEqual([4]);
  const text = await open('epub');
  text.subject.send({ type: 'reader.showThumbnail', page: 4, into });
  expect(text.ports.readers.thumbnails).toEqual([]);
});

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['0', null],
  ['13', null],
  ['1.5', null],
  ['', null],
  ['page', null],
])('the page of the number %j that was typed', (text, page) => {
  expect(typedPage(text, 12)).toBe(page);
});
