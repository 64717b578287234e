import { describe, expect, test } from 'vitest';
import { bookFileOf, engineOf, isReadable } from '../../../src/machines/reader/formats.logic.ts';
import {
  placeIn,
  placeKey,
  startOf,
  moveOldPlaces,
  oldPlaces,
} from '../../../src/machines/playback/progress/ebook-places.ts';
import { lookOf, sampleStyle, themeStyle, withChange } from '../../../src/machines/reader/settings.logic.ts';
import {
  NO_GESTURES,
  turnOfKey,
  turnOfSwipe,
  turnOfTap,
  turnOfWheel,
} from '../../../src/machines/reader/turn.logic.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { defaultEreaderSettings, ereaderSettings } from '../../../src/schemas/reading.ts';
import { z } from '../../../src/schemas/zod.ts';
import { begunProgress } from '../../support/item-fixtures.ts';
import { ebookFileOf, ebookItem } from '../../support/reader-fixtures.ts';

const swipe = (dx: number, dy: number, duration = 200, at = 1000) => ({ kind: 'swipe', dx, dy, duration, at }) as const;
const wheel = (delta: number, at: number) => ({ kind: 'wheel', delta, at }) as const;

describe('what turns a page', () => {
  test.each([
    ['to the left: next (EBK-031, VAL-090)', swipe(-60, 0), 'next'],
    ['to the right: previous (EBK-032, VAL-091)', swipe(60, 0), 'previous'],
    ['999 ms', swipe(-60, 0, 999), 'next'],
    ['1000 ms: too slow (EBK-033, VAL-086, CON-093)', swipe(-60, 0, 1000), null],
    ['59 px: too short (EBK-034, VAL-087, CON-092)', swipe(-59, 0), null],
    ['59 px across of 80 (EBK-035)', swipe(-59, -54), null],
    ['more down than across (EBK-036, VAL-088)', swipe(-80, 81), null],
    ['as much down as across', swipe(-80, 80), 'next'],
  ])('a swipe %s', (_name, press, turn) => expect(turnOfSwipe(press, NO_GESTURES, 'ltr')).toBe(turn));

  test('a touch within 250 ms of another one turns nothing (EBK-037, VAL-089, CON-094)', () => {
    const gestures = { ...NO_GESTURES, touchAt: 1000 };
    expect(turnOfSwipe(swipe(-90, 0, 100, 1249), gestures, 'ltr')).toBeNull();
    expect(turnOfSwipe(swipe(-90, 0, 100, 1250), gestures, 'ltr')).toBe('next');
  });

  test('left and right change places in a book from right to left', () => {
    expect(turnOfSwipe(swipe(-90, 0), NO_GESTURES, 'rtl')).toBe('previous');
    expect([turnOfKey('ArrowLeft', false, 'rtl'), turnOfKey('PageDown', false, 'rtl')]).toEqual(['next', 'next']);
    expect([turnOfTap(0.1, 'rtl'), turnOfTap(0.9, 'rtl')]).toEqual(['next', 'previous']);
  });

  test.each([
    ['ArrowRight', false, 'next'],
    ['ArrowLeft', false, 'previous'],
    ['ArrowDown', false, 'next'],
    ['ArrowUp', false, 'previous'],
    ['PageDown', false, 'next'],
    ['PageUp', false, 'previous'],
    [' ', false, 'next'],
    [' ', true, 'previous'],
    ['x', false, null],
  ])('key %s with shift %s: %s (EBK-038, EBK-039)', (name, shift, turn) =>
    expect(turnOfKey(name, shift, 'ltr')).toBe(turn),
  );

  test.each([
    [0, 'previous'],
    [0.3, 'previous'],
    [0.5, null],
    [0.7, 'next'],
    [1, 'next'],
  ])('a press at %s of the width: %s', (x, turn) => expect(turnOfTap(x, 'ltr')).toBe(turn));

  test('one push of a wheel turns one page, however long it rolls on', () => {
    expect(turnOfWheel(wheel(3, 0), NO_GESTURES)).toBe('next');
    expect(turnOfWheel(wheel(-3, 0), NO_GESTURES)).toBe('previous');
    expect(turnOfWheel(wheel(0, 0), NO_GESTURES)).toBeNull();
    expect(turnOfWheel(wheel(3, 140), { ...NO_GESTURES, wheelAt: 0, wheelTurnAt: 0 })).toBeNull();
    expect(turnOfWheel(wheel(3, 150), { ...NO_GESTURES, wheelAt: 0, wheelTurnAt: 0 })).toBe('next');
    expect(turnOfWheel(wheel(3, 600), { ...NO_GESTURES, wheelAt: 590, wheelTurnAt: 0 })).toBe('next');
  });
});

describe('the file', () => {
  const item = ebookItem('epub', [ebookFileOf('9', 'Other.PDF')]);
  test('by its id, else the main one, with the format of either (EBK-013, EBK-014)', () => {
    const main = { ino: '77', name: 'Book.epub', format: 'epub', size: 2048, isMain: true };
    expect(bookFileOf(item, null)).toEqual(main);
    expect(bookFileOf(item, '77')).toEqual(main);
    expect(bookFileOf(item, '9')).toEqual({ ino: '9', name: 'Other.PDF', format: 'pdf', size: 2048, isMain: false });
    expect(bookFileOf(item, 'none')).toBeNull();
  });

  test('its extension says the format where the server does not', () => {
    if (item.mediaType !== 'book' || !item.media.ebookFile) throw new Error('no ebook');
    const unreported = { ...item, media: { ...item.media, ebookFile: { ...item.media.ebookFile, ebookFormat: '' } } };
    expect(bookFileOf(unreported, null)?.format).toBe('epub');
  });

  test.each([
    ['epub', 'epub', 'EBK-008'],
    ['mobi', 'mobi', 'EBK-009'],
    ['azw3', 'mobi', 'EBK-009'],
    ['pdf', 'pdf', 'EBK-010'],
    ['cbz', 'comic', 'EBK-011'],
    ['cbr', 'comic', 'EBK-011'],
  ])('the format %s has one reader, %s (EBK-007, %s)', (format, reader) => {
    expect(engineOf(format)).toBe(reader);
  });

  test('other formats have no reader (EBK-012)', () => {
    expect(['epub', 'EPUB', 'txt', null, undefined].map(isReadable)).toEqual([true, true, false, false, false]);
  });
});

describe('the settings', () => {
  test('have defaults: the theme of the app, and the font of the book or a serif one (AMB-85)', () => {
    expect(defaultEreaderSettings).toEqual({
      theme: 'app',
      font: 'book',
      fontScale: 100,
      lineSpacing: 115,
      fontBoldness: 100,
      spread: 'auto',
      textStroke: 0,
      letterSpacing: 0,
      wordSpacing: 0,
      paragraphSpacing: 0,
      margins: 100,
      alignment: 'book',
      flow: 'paged',
    });
  });

  test.each([
    ['fontScale', 100, 'STO-021'],
    ['lineSpacing', 115, 'STO-022'],
    ['fontBoldness', 100, 'STO-023'],
    ['spread', 'auto', 'STO-024'],
    ['textStroke', 0, 'STO-025'],
  ] as const)('%s is %s by default (%s)', (name, value, _row) => {
    expect(defaultEreaderSettings[name]).toBe(value);
  });

  test.each([
    ['font', ['book', 'sans-serif', 'serif', 'opendyslexic'], 'EBK-025'],
    ['spread', ['none', 'auto'], 'EBK-029'],
  ])('%s is one of %j (%s)', (name, choices) => {
    const takes = (value: string) => z.safeParse(ereaderSettings, { [name]: value }).success;
    expect([...choices, 'other'].filter(takes)).toEqual(choices);
  });

  test('those of an older version keep their values, and space is as in the book', () => {
    const { letterSpacing, wordSpacing, paragraphSpacing, ...old } = { ...defaultEreaderSettings, margins: 200 };
    expect(z.parse(ereaderSettings, old)).toEqual({ ...old, letterSpacing, wordSpacing, paragraphSpacing });
  });

  test.each([
    ['fontScale (EBK-026, CON-089)', 'fontScale', 5, 300],
    ['lineSpacing (EBK-027, CON-090)', 'lineSpacing', 100, 300],
    ['fontBoldness (EBK-028, CON-091)', 'fontBoldness', 0, 300],
    ['margins', 'margins', 0, 300],
    ['letterSpacing', 'letterSpacing', 0, 20],
    ['wordSpacing', 'wordSpacing', 0, 50],
    ['paragraphSpacing', 'paragraphSpacing', 0, 200],
  ])('%s: %s goes from %s to %s in steps of 5', (_row, name, least, most) => {
    const takes = (value: number) => z.safeParse(ereaderSettings, { [name]: value }).success;
    expect([least - 5, least, least + 1, least + 5, most, most + 5].map(takes)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  test('letters get a line around them when no font is bold enough (AMB-84)', () => {
    const strokes = [100, 200, 250, 300].map((fontBoldness) => withChange(defaultEreaderSettings, { fontBoldness }));
    expect(strokes.map(({ textStroke }) => textStroke)).toEqual([0, 0, 0.5, 1]);
    expect(lookOf(withChange(defaultEreaderSettings, { fontBoldness: 300 }))).toMatchObject({ weight: 300, stroke: 1 });
  });

  test('a sample has the font and the space of the text', () => {
    const settings = { ...defaultEreaderSettings, font: 'opendyslexic' as const, letterSpacing: 15, wordSpacing: 50 };
    expect(sampleStyle(settings, 400)).toMatchObject({
      fontFamily: expect.stringMatching(/^'Earmark OpenDyslexic'/),
      letterSpacing: '0.15em',
      wordSpacing: '0.5em',
    });
    expect(sampleStyle(defaultEreaderSettings, 400)).toMatchObject({ letterSpacing: 'normal', wordSpacing: 'normal' });
  });

  test('a theme is the colours of the app, or its own', () => {
    expect(themeStyle('app')).toEqual({});
    expect(themeStyle('dark')).toEqual({ colorScheme: 'dark' });
    expect(themeStyle('sepia')).toMatchObject({ colorScheme: 'light' });
  });
});

describe('where to begin', () => {
  const file = { userId: 'u', itemId: 'a', ino: '1' };
  const place = (location: string, at: number, of = file) => ({ ...of, key: placeKey(of), location, share: 0.1, at });
  const report = begunProgress({ ebookLocation: 'server', lastUpdate: 100 });

  test('the newer of browser and server', () => {
    expect(startOf(place('here', 101), true, report)).toBe('here');
    expect(startOf(place('here', 100), true, report)).toBe('server');
    expect(startOf(null, true, report)).toBe('server');
    expect(startOf(place('here', 1), true, null)).toBe('here');
    expect(startOf(null, true, null)).toBeNull();
  });

  test('the server knows of the main ebook only', () => {
    expect(startOf(place('here', 1), false, report)).toBe('here');
    expect(startOf(null, false, report)).toBeNull();
  });

  test('a file has its newest place, and the last 100 files of the account are remembered', () => {
    const all = Array.from({ length: 102 }, (_, at) => place('x', at, { ...file, ino: String(at) }));
    const others = place('theirs', 500, { ...file, userId: 'other' });
    const found = placeIn([others, ...all, place('y', 200)], file);
    expect([found.place, found.forgotten.map(({ ino }) => ino)]).toEqual([place('y', 200), ['2', '1', '0']]);
    expect(placeIn(all, { ...file, userId: 'other' })).toEqual({ place: null, forgotten: [] });
  });
});

describe('the places of an older version', () => {
  const user = { userId: 'u' };
  const old = { itemId: 'a', ino: '1', location: '7', share: 0.5, at: 100 };
  const other = { itemId: 'b', ino: '2', location: '8', share: 0.6, at: 200 };
  const key = 'earmark.reading.u';

  function leave() {
    const ports = createFakePorts();
    ports.storage.put(key, JSON.stringify([{ ...old, owed: { over: '6' } }, other]));
    return ports;
  }
  const moved = [old, other].map((place) => ({ ...place, ...user, key: placeKey({ ...place, ...user }) }));

  test('move to the journal, and owed ones wait for the server', async () => {
    const ports = leave();
    await moveOldPlaces(ports, 'u');
    expect(await ports.journal.places.read()).toEqual(moved);
    const read = { kind: 'read', location: '7', share: 0.5 };
    const media = { libraryItemId: 'a', episodeId: null };
    expect(await ports.journal.changes.read()).toEqual([
      {
        id: expect.any(String),
        ...user,
        at: 100,
        number: 0,
        attempts: 0,
        known: null,
        body: { kind: 'progress', media, edit: read, saving: { ...read, over: '6' } },
      },
    ]);
    expect([ports.storage.texts.has(key), oldPlaces(ports, 'u')]).toEqual([false, []]);
  });

  test('are no newer than a place of this version', async () => {
    const ports = leave();
    const newer = { ...old, ...user, key: placeKey({ ...old, ...user }), location: '9', at: 150 };
    ports.journal.places.write(newer);
    await moveOldPlaces(ports, 'u');
    expect(await ports.journal.places.read()).toEqual([newer, moved[1]]);
  });

  test('stay where the journal stores nothing, and are read there', async () => {
    const ports = leave();
    ports.journal.block();
    await moveOldPlaces(ports, 'u');
    expect([ports.storage.texts.has(key), oldPlaces(ports, 'u')]).toEqual([true, moved]);
  });

  test('of another account stay', async () => {
    const ports = leave();
    await moveOldPlaces(ports, 'v');
    expect([ports.storage.texts.has(key), oldPlaces(ports, 'v')]).toEqual([true, []]);
  });
});
