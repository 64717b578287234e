import { expect, test } from 'vitest';
import { matchesEtag, preferredEncoding, type Encoding } from '../../../server/http/negotiate.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['BR; Q=1', 'br'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0.000', undefined],
  ['identity', undefined],
  ['xbr, brx', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j prefers %j', (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding);
  expect(preferredEncoding(accepted, new Set<Encoding>())).toBeUndefined();
});

test.each([
  ['W/"a"', '"a"', true],
  ['"b", W/"a"', '"a"', true],
  ['*', '"a"', true],
  ['"b"', '"a"', false],
  [undefined, '"a"', false],
])('If-None-Match %j has %j: %j', (header, etag, isSame) => expect(matchesEtag(header, etag)).toBe(isSame));
