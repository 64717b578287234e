import { expect, test, vi } from 'vitest';
import { BOOK_SETTINGS, EREADER_SETTINGS, keepLook, lookFor } from '../../../src/machines/reader/book-look.logic.ts';
import { PAGE_SETTINGS } from '../../../src/machines/reader/pages.logic.ts';
import { defaultEreaderSettings } from '../../../src/schemas/reading.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { bookBody } from '../../support/item-fixtures.ts';
import { openReader } from '../../support/open-reader.ts';

const file = { itemId: bookBody.id, ino: '77', format: 'epub' };
const other = { ...file, ino: '78' };

test('a book has the general look until it gets its own, which others do not use', async () => {
  const { subject, ports, context } = await openReader('epub');
  expect([context().isOwn, context().settings]).toEqual([false, defaultEreaderSettings]);
  subject.send({ type: 'reader.change', change: { fontScale: 120 } });
  subject.send({ type: 'reader.keepFor', scope: 'book' });
  subject.send({ type: 'reader.change', change: { margins: 200, flow: 'scrolled' } });
  expect(context()).toMatchObject({ isOwn: true, settings: { fontScale: 120, margins: 200, flow: 'scrolled' } });
  expect(lookFor(ports.storage, file)).toEqual({ settings: context().settings, pages: null, isOwn: true });
  expect(lookFor(ports.storage, other)).toMatchObject({ isOwn: false, settings: { fontScale: 120, margins: 100 } });
  // It looks the same when reopened.
  const again = await openReader('epub', ports);
  expect(again.context()).toMatchObject({ isOwn: true, settings: { margins: 200, flow: 'scrolled' } });
  expect(ports.readers.options?.look).toMatchObject({ margins: 200, flow: 'scrolled', scale: 120 });
});

test('as everywhere again it shows what all books have, and its own way is forgotten', async () => {
  const { subject, ports, context } = await openReader('epub');
  subject.send({ type: 'reader.keepFor', scope: 'book' });
  subject.send({ type: 'reader.change', change: { fontScale: 150 } });
  await vi.waitFor(() => expect(ports.readers.requested).toEqual(['show 150']));
  subject.send({ type: 'reader.keepFor', scope: 'all' });
  await vi.waitFor(() => expect(ports.readers.requested).toEqual(['show 150', 'show 100']));
  expect([context().isOwn, context().settings, ports.storage.read(BOOK_SETTINGS)]).toEqual([
    false,
    defaultEreaderSettings,
    [],
  ]);
  // Setting the current value changes nothing.
  subject.send({ type: 'reader.keepFor', scope: 'all' });
  expect(ports.readers.requested).toHaveLength(2);
});

test('fixed pages have their size and layout for one book too; zoom and direction stay', async () => {
  const { subject, ports, context } = await openReader('cbz');
  subject.send({ type: 'reader.keepFor', scope: 'book' });
  subject.send({ type: 'reader.changePages', change: { layout: 'double', zoom: 200, direction: 'rtl' } });
  expect(ports.storage.read(PAGE_SETTINGS)).toMatchObject({
    comic: { layout: 'single' },
    directions: [{ ino: '77', direction: 'rtl' }],
  });
  const comic = { ...file, format: 'cbz' };
  expect(lookFor(ports.storage, comic)).toMatchObject({ isOwn: true, pages: { layout: 'double', direction: 'rtl' } });
  expect(lookFor(ports.storage, { ...other, format: 'cbz' }).pages).toMatchObject({ layout: 'single' });
  subject.send({ type: 'reader.keepFor', scope: 'all' });
  expect(context().pages).toMatchObject({ layout: 'single', zoom: 200, direction: 'rtl' });
});

test('unreadable storage counts as empty (EBK-030)', () => {
  const { storage } = createFakePorts();
  storage.write(EREADER_SETTINGS, { ...defaultEreaderSettings, fontScale: 130 });
  storage.write(BOOK_SETTINGS, [{ ...file, settings: { ...defaultEreaderSettings, margins: 7 }, pages: null }]);
  expect(lookFor(storage, file)).toMatchObject({ isOwn: false, settings: { fontScale: 130 } });
});

test('the last 100 books that look in their own way are kept', () => {
  const { storage } = createFakePorts();
  const look = { settings: defaultEreaderSettings, pages: null, isOwn: true };
  for (let at = 0; at <= 100; at++) keepLook(storage, { ...file, ino: String(at) }, look);
  const kept = storage.read(BOOK_SETTINGS) ?? [];
  expect([kept.length, kept[0]?.ino, kept.at(-1)?.ino]).toEqual([100, '1', '100']);
});
