import { describe, expect, test } from 'vitest';
import { createRedactor, HIDDEN } from '../../../src/machines/inspector/redact.logic.ts';

const SECRET = 'xK9-plain-secret-77';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VySWQiOiIxIn0.c2lnbmF0dXJl';
const shown = (value: unknown) => JSON.stringify(createRedactor().json(value));

class Account {
  readonly #hidden = SECRET;
  readonly open = SECRET;
  reveal = () => this.#hidden;
}

describe('personal data is left out on request', () => {
  const left = (value: unknown) => JSON.stringify(createRedactor({ isAnonymous: true }).record(value));

  test.each<[string, unknown]>([
    ['a title', { title: 'dune' }],
    ['a list of people', { authors: [{ id: 'au_1', name: 'dune' }], narrators: ['dune'] }],
    ['genres and tags', { genres: ['dune'], tags: ['dune'] }],
    ['a user', { user: { id: 'u1', username: 'dune' } }],
    ['what was searched', { query: 'dune' }],
    ['a file', { path: '/audiobooks/dune/1.mp3', filename: 'dune.mp3' }],
    ['an address', { href: 'https://dune.example' }],
    ['any sentence', { whatever: 'the dune was high' }],
    ['any name', { whatever: 'Dune', list: ['Dune'] }],
    ['a sentence in a class', { cause: new Error('dune is gone') }],
  ])('%s', (_name, value) => {
    expect(left(value)).not.toMatch(/dune/i);
    expect(JSON.stringify(createRedactor().record(value))).toMatch(/dune/i);
  });

  test('when and how far a person listened', () => {
    const value = { currentTime: 71.5, progress: 0.7, startedAt: 1_700_000_000_000, lastUpdate: 1_700_000_000_000 };
    expect(left(value)).not.toMatch(/\d/);
  });

  test('what machines decide by stays', () => {
    const value = {
      type: 'route.changed',
      name: 'libraryAuthors',
      id: '0b5c-11aa-77',
      count: 3,
      isOpen: true,
      none: null,
    };
    expect(JSON.parse(left(value))).toEqual(value);
  });
});

describe('no secret is sent', () => {
  test.each<[string, unknown]>([
    ['under its name', { accessToken: SECRET, refreshToken: SECRET, password: SECRET, apiKey: SECRET }],
    [
      'under names in other spellings',
      { api_key: SECRET, 'x-refresh-token': SECRET, Authorization: SECRET, PASSWD: SECRET },
    ],
    ['of a metadata provider', { name: 'Mine', authHeaderValue: SECRET }],
    [
      'in the address of a notification service',
      { urls: [`discord://1234/${SECRET}`, `mailto://me:${SECRET}@a.example`] },
    ],
    ['deep inside', { user: { settings: [{ smtp: { pass: SECRET } }] } }],
    ['in an object under a secret name', { tokens: { a: SECRET, b: [SECRET] } }],
    ['as a field of a form', { type: 'form.changed', field: 'password', value: SECRET }],
    ['as a header by name and value', { headers: [{ name: 'Authorization', value: SECRET }] }],
    ['as a pair of a header', { headers: [['Authorization', SECRET]] }],
    ['in headers', { headers: new Headers({ authorization: SECRET }) }],
    ['in a form', (() => new URLSearchParams({ password: SECRET }))()],
    ['in a map', new Map([['refreshToken', SECRET]])],
    ['in an event about tokens', { type: 'token.request', rejected: SECRET }],
    ['in an address', { url: `http://here/api/items/1/cover?ts=1&token=${SECRET}` }],
    ['in the fragment of an address', { url: `http://here/login#setToken=${SECRET}` }],
    ['in an address object', new URL(`http://here/hls?access_token=${SECRET}`)],
    ['before the host of an address', { url: `https://root:${SECRET}@example.org/feed` }],
    ['after Bearer', { note: `sent Bearer ${SECRET}` }],
    ['after Basic', { note: `authorization was Basic ${SECRET}` }],
    ['in a message of an error', new Error(`refused: password=${SECRET}`)],
    ['in the cause of an error', new Error('refused', { cause: { token: SECRET } })],
    ['in JSON in a text', { body: JSON.stringify({ username: 'root', password: SECRET }) }],
    ['in a class with fields', { account: new Account() }],
    ['behind a getter', Object.defineProperty({}, 'easy', { enumerable: true, get: () => SECRET })],
    ['as a key', { [`token=${SECRET}`]: 1 }],
    [
      'elsewhere, once it stood under its name',
      { session: { accessToken: SECRET }, last: [`used ${SECRET} twice`, SECRET] },
    ],
    ['after so much text that it is cut', { note: 'a'.repeat(395) + ` password: ${SECRET}` }],
  ])('%s', (_name, value) => {
    const redactor = createRedactor();
    redactor.learn(value);
    expect(JSON.stringify(redactor.json(value))).not.toContain(SECRET);
  });

  test.each<[string, unknown, string]>([
    ['a token by its form', { rejected: JWT, list: [`x ${JWT}`] }, 'eyJ'],
    ['a token that the end of a text cuts', { note: 'b'.repeat(390) + JWT + 'c'.repeat(5000) }, 'eyJ'],
    ['an e-mail address', { name: 'ann@example.org', text: 'write to ann.b+c@mail.example.org now' }, 'ann'],
    ['an e-mail address in an address', { url: '/x?who=ann%40example.org' }, 'ann'],
    ['a number under a secret name', { pin: 4711 }, '4711'],
    ['a stream that needs no account', { contentUrl: '/public/session/3f2a-77/track/1' }, '3f2a'],
  ])('%s', (_name, value, part) => expect(shown(value)).not.toContain(part));

  test('a secret seen once is hidden in later messages', () => {
    const redactor = createRedactor();
    redactor.learn({ context: { tokens: { accessToken: SECRET } } });
    expect(redactor.json({ rejected: SECRET, note: `with ${SECRET}.` })).toEqual({
      rejected: HIDDEN,
      note: `with ${HIDDEN}.`,
    });
  });
});

describe('other values are sent', () => {
  test('as JSON', () => {
    const value = { title: 'The Secret Garden', time: 12.5, hasToken: true, list: [1, null], at: undefined };
    expect(createRedactor().json(value)).toEqual({
      title: 'The Secret Garden',
      time: 12.5,
      hasToken: true,
      list: [1, null],
      at: '(undefined)',
    });
  });

  test('for a recording with the kind of maps and sets, empty ones too', () => {
    const value = {
      seen: new Set(['a']),
      heard: new Map([
        ['token', 'abcdefgh'],
        ['b', 'c'],
      ]),
      none: new Map(),
    };
    expect(createRedactor().record(value)).toEqual({
      seen: { '(kind)': '(Set)', '0': 'a' },
      heard: { '(kind)': '(Map)', token: '(hidden)', b: 'c' },
      none: { '(kind)': '(Map)' },
    });
    expect(createRedactor().json(value)).toEqual({ seen: ['a'], heard: { token: '(hidden)', b: 'c' }, none: {} });
  });

  test('by its name where it is no data', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(createRedactor().json({ act: () => 1, made: new AbortController(), circle, when: new Date(0) })).toEqual({
      act: '(function)',
      made: '(AbortController)',
      circle: { self: '(circle)' },
      when: '1970-01-01T00:00:00.000Z',
    });
  });

  test('in parts: long lists, long texts and deep objects are cut', () => {
    const report = createRedactor().json({
      list: Array.from({ length: 150 }, (_, index) => index),
      text: 'a'.repeat(900),
    });
    expect(report).toMatchObject({ text: `${'a'.repeat(400)}…` });
    expect((report as { list: unknown[] }).list.slice(99)).toEqual([99, '(50 more)']);
  });
});
