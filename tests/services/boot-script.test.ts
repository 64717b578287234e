import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { pathOf } from '../../src/services/api.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { listLibraries, listShelves } from '../../src/services/endpoints/libraries.ts';

const script = readFileSync(new URL('../../src/boot.js', import.meta.url), 'utf8');

/** The calls that the boot script makes at an address, with what this browser has stored. */
function boot(address: string, stored: Record<string, unknown> = {}, base = '/'): string[] {
  const { pathname, search } = new URL(address, 'http://client.test');
  const window: { earmarkEarly?: Map<string, unknown> } = {};
  runInNewContext(script, {
    window,
    URL,
    URLSearchParams,
    Map,
    location: { pathname, search },
    document: { baseURI: `http://client.test${base}` },
    localStorage: { getItem: (key: string) => (key in stored ? JSON.stringify(stored[key]) : null) },
    fetch: () => Promise.resolve(null),
  });
  return [...(window.earmarkEarly?.keys() ?? [])];
}

const signedIn = { 'earmark.session': { accessToken: 'token' } };

test('without a token only the status is asked for', () => {
  expect(boot('/library/l1')).toEqual(['GET /status']);
});

test('the start page asks for the shelves by the address that its page will use', () => {
  const shelves = `GET /${pathOf(listShelves, { libraryId: 'l1' })}`;
  const always = ['POST /api/authorize', `GET /${pathOf(listLibraries, undefined)}`];
  expect(boot('/library/l1', signedIn)).toEqual([...always, shelves]);
  expect(boot('/', { ...signedIn, userSettings: { lastLibraryId: 'l1' } })).toEqual([...always, shelves]);
});

test('an item page asks for the whole item, also below a base path', () => {
  expect(boot('/abs/item/i1', signedIn, '/abs/').at(-1)).toBe(`GET /abs/${pathOf(getItem, { id: 'i1' })}`);
});
