import { expect, test } from 'vitest';
import { createTapeWriter, isBeyondTape, readTapeValue } from '../../../src/machines/inspector/tape/tape-values.ts';
import { AppException } from '../../../src/schemas/app-error.ts';

const nothing = () => null;
const write = (value: unknown) => {
  const writer = createTapeWriter(nothing);
  writer.learn(value);
  return writer.write(value);
};
const again = (value: unknown) => readTapeValue(JSON.parse(JSON.stringify(write(value))), nothing);

test("a port's message is read back unchanged, also what JSON cannot express", () => {
  const value = {
    list: [1, 'two', null, true],
    long: 'x'.repeat(5000),
    none: Number.NaN,
    far: Infinity,
    when: new Date(5),
    names: new Set(['a']),
    byId: new Map([['a', { deep: { deeper: [[[[[[['end']]]]]]] } }]]),
  };
  expect(again(value)).toEqual(value);
  expect(again([undefined])).toEqual([undefined]);
});

test('a failure is one again, and another error keeps its name', () => {
  const failure = again(new AppException({ kind: 'network' }));
  expect(failure).toBeInstanceOf(AppException);
  expect((failure as AppException).error).toEqual({ kind: 'network' });
  expect(again(new TypeError('no'))).toMatchObject({ name: 'TypeError', message: 'no' });
});

test('an endpoint is kept as it is: a call of it is recognised', () => {
  const endpoint = { name: 'emails.settings', method: 'GET', path: () => '/api/emails/settings' };
  const { path: _, ...report } = write(endpoint) as Record<string, unknown>;
  expect(report).toEqual({ name: 'emails.settings', method: 'GET' });
  expect(write({ name: 'apiKey', value: 'abcdef123456' })).toEqual({ name: 'apiKey', value: '(hidden-1)' });
});

test('a secret has the same stand-in everywhere, and two secrets have two', () => {
  const written = write([
    { accessToken: 'abcdef123456', refreshToken: 'zyxwvu987654' },
    { url: 'https://a.b/c?token=abcdef123456', text: 'it is zyxwvu987654!' },
    { type: 'token.granted', answer: 'abcdef123456' },
  ]);
  expect(written).toEqual([
    { accessToken: '(hidden-1)', refreshToken: '(hidden-2)' },
    { url: 'https://a.b/c?token=(hidden-1)', text: 'it is (hidden-2)!' },
    { type: 'token.granted', answer: '(hidden-1)' },
  ]);
});

test('what looks like a secret is hidden wherever it is, numbers and lists below a secret name as well', () => {
  const written = JSON.stringify(
    write({
      said: 'Bearer qwertzuiop and eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.x, by me@home.org',
      passcode: 4711,
      secrets: ['hushhush', { deep: 'quietly' }],
      isTokenKnown: true,
    }),
  );
  for (const secret of ['qwertzuiop', 'eyJ', 'me@home', '4711', 'hushhush', 'quietly'])
    expect(written).not.toContain(secret);
  expect(written).toContain('"isTokenKnown":true');
});

test('the address of a sound without a token is removed', () => {
  const written = JSON.stringify(write([{ id: 'session-77' }, '/public/session/session-77/track/1']));
  expect(written).not.toContain('session-77');
  expect(JSON.parse(written)).toEqual([{ id: '(hidden-1)' }, '/public/session/(hidden-1)/track/1']);
});

test('a hidden value is not hidden again: the client receives stand-ins', () => {
  expect(write({ accessToken: '(hidden-3)', url: '?token=(hidden-3)' })).toEqual({
    accessToken: '(hidden-3)',
    url: '?token=(hidden-3)',
  });
});

test('functions and things of the page are known to be missing', () => {
  expect(isBeyondTape(write({ type: 'a.b', replyTo: { send: () => undefined } }))).toBe(true);
  expect(isBeyondTape(write({ type: 'a.b', surface: new EventTarget() }))).toBe(true);
  expect(isBeyondTape(write({ type: 'a.b', list: [1, { x: null }] }))).toBe(false);
});

test('an object that holds itself ends', () => {
  const value: Record<string, unknown> = { name: 'ring' };
  value['self'] = value;
  expect(write(value)).toEqual({ name: 'ring', self: { $: 'circle' } });
});
