import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Catalogue from '../../src/locales/catalogue.ts';

let catalogue: typeof Catalogue;
const texts: Record<string, object> = {};
const requested: string[] = [];

beforeEach(async () => {
  vi.resetModules();
  catalogue = await import('../../src/locales/catalogue.ts');
  for (const key of Object.keys(texts)) delete texts[key];
  requested.length = 0;
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    const [, key = ''] = /texts\/(.+)\.[\w-]+\.json$/.exec(address) ?? [];
    return key in texts ? Response.json(texts[key]) : new Response('', { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a missing text is English (I18-004)', async () => {
  catalogue.needArea('start');
  texts['de/start'] = { common: { close: 'Schließen' } };
  await catalogue.loadTexts('de');
  const english = { common: { close: 'Close', retry: 'Try again' }, app: { name: 'Earmark' } };
  expect(catalogue.translate(english, 'de')).toEqual({
    common: { close: 'Schließen', retry: 'Try again' },
    app: { name: 'Earmark' },
  });
  expect(catalogue.translate(english, 'en-us')).toBe(english);
});

test('English requests nothing', async () => {
  catalogue.needArea('start');
  await catalogue.loadTexts('en-us');
  await catalogue.untilTexts();
  expect(requested).toEqual([]);
});

test('texts of an area load once, when its code has loaded', async () => {
  texts['de/start'] = { common: { close: 'Schließen' } };
  texts['de/reader'] = { common: { read: 'Lesen' } };
  catalogue.needArea('start');
  await catalogue.loadTexts('de');
  catalogue.needArea('reader');
  await Promise.all([catalogue.untilTexts(), catalogue.untilTexts()]);
  await catalogue.loadTexts('de');
  expect(requested.map((address) => address.split('/').at(-1)?.split('.')[0])).toEqual(['start', 'reader']);
  expect(catalogue.translate({ common: {} }, 'de')).toEqual({ common: { close: 'Schließen', read: 'Lesen' } });
});

test('a failed load is tried again', async () => {
  catalogue.needArea('start');
  await expect(catalogue.loadTexts('de')).rejects.toThrow('404');
  await catalogue.untilTexts();
  texts['de/start'] = { common: { close: 'Schließen' } };
  await catalogue.loadTexts('de');
  expect(catalogue.translate({ common: {} }, 'de')).toEqual({ common: { close: 'Schließen' } });
});

test('only the last languages are kept', async () => {
  catalogue.needArea('start');
  for (const language of ['de', 'fr', 'es', 'it']) {
    texts[`${language}/start`] = { common: { language } };
    await catalogue.loadTexts(language);
  }
  const kept = ['de', 'fr', 'es', 'it'].map((language) => catalogue.translate({ common: {} }, language));
  expect(kept).toEqual([{ common: {} }, ...['fr', 'es', 'it'].map((language) => ({ common: { language } }))]);
});

test('texts that the boot script requested are taken from there', async () => {
  const early = new Map([
    [`assets/texts/de/start.${__TEXTS__}.json`, Promise.resolve(Response.json({ common: { close: 'Schließen' } }))],
  ]);
  vi.stubGlobal('window', { earmarkTexts: early });
  catalogue.needArea('start');
  await catalogue.loadTexts('de');
  expect([requested, early.size]).toEqual([[], 0]);
  expect(catalogue.translate({ common: {} }, 'de')).toEqual({ common: { close: 'Schließen' } });
});
