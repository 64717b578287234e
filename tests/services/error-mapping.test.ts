import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AppErrorKind } from '../../src/schemas/app-error.ts';
import { errorFromResponse } from '../../src/services/error-mapping.ts';
import { type HttpRecording, readHttpRecordings } from '../contract/recording.ts';
import { routes } from '../contract/suite.ts';

const recordings = readHttpRecordings(fileURLToPath(new URL('../contract/recordings', import.meta.url)));

const KINDS: Readonly<Record<number, AppErrorKind>> = {
  400: 'rejected',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  416: 'rejected',
  429: 'rateLimited',
  500: 'server',
};

/** Texts of the recordings. */
function wordsOf(body: unknown): string {
  if (typeof body === 'string') return body.startsWith('<!DOCTYPE html>') ? '' : body;
  const { error, message } = body as { error?: string; message?: string };
  return error ?? message ?? '';
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

function mapped({ request, response }: HttpRecording) {
  const match = routes.match(request);
  const headers = new Headers();
  if (typeof response.headers['retry-after'] === 'string') headers.set('retry-after', response.headers['retry-after']);
  return errorFromResponse(
    match.kind === 'call' ? match.endpoint.name : '',
    response.status ?? 0,
    headers,
    textOf(response.body),
  );
}

const failures = recordings.filter(({ response }) => (response.status ?? 0) >= 400);
const hidden = failures.filter(
  ({ request, response }) =>
    response.status === 404 && /^\/api\/(sessions(\/open)?|emails\/settings)$/.test(request.path),
);

describe('every recorded error', () => {
  test.each(failures.filter((failure) => !hidden.includes(failure)).map((failure) => [failure.name, failure] as const))(
    '%s keeps its kind and its text',
    (_, failure) => {
      const error = mapped(failure);
      expect([error.kind, 'message' in error ? error.message : null]).toEqual([
        KINDS[failure.response.status ?? 0],
        wordsOf(failure.response.body),
      ]);
    },
  );

  test.each(hidden.map((failure) => [failure.name, failure] as const))(
    '%s is a refusal, though it answers 404',
    (_, failure) => {
      expect(mapped(failure)).toEqual({ kind: 'forbidden', message: 'Not Found' });
    },
  );

  test('of the rate limit gives the time to retry', () => {
    const limited = failures.filter(({ response }) => response.status === 429);
    expect(limited.map(mapped)).toEqual(
      limited.map(() => ({ kind: 'rateLimited', message: 'Too many authentication requests', retryAfterSeconds: 600 })),
    );
    expect(limited.length).toBeGreaterThan(0);
  });

  test('of the chapter search is one, though it answers 200', () => {
    const notFound = recordings.find(({ name }) => name === 'search/chapters-not-found');
    expect(notFound && mapped(notFound)).toEqual({ kind: 'rejected', status: 200, message: 'Chapters not found' });
  });
});

test.each([
  [
    'a page of a proxy',
    413,
    '<html>\r\n<head><title>413 Request Entity Too Large</title></head></html>',
    { kind: 'tooLarge', message: '' },
  ],
  [
    'a page with a blank line before it',
    502,
    '\n<!doctype html><title>Bad gateway</title>',
    { kind: 'server', status: 502, message: '' },
  ],
  ['an XML error', 403, '<?xml version="1.0"?><Error/>', { kind: 'forbidden', message: '' }],
  [
    'JSON with error, as newer servers send',
    400,
    '{"error":"Invalid url"}',
    { kind: 'rejected', status: 400, message: 'Invalid url' },
  ],
  [
    'JSON with message',
    400,
    '{"message":"No callback parameter"}',
    { kind: 'rejected', status: 400, message: 'No callback parameter' },
  ],
  ['JSON with an error that is no text', 400, '{"error":{"code":7}}', { kind: 'rejected', status: 400, message: '' }],
  ['JSON without words', 500, '[]', { kind: 'server', status: 500, message: '' }],
  ['half of a JSON', 500, '{"error":"Inva', { kind: 'server', status: 500, message: '{"error":"Inva' }],
  [
    'a text with angle brackets in it',
    400,
    'Value < 3 is invalid',
    { kind: 'rejected', status: 400, message: 'Value < 3 is invalid' },
  ],
  ['nothing', 401, '', { kind: 'unauthorized', message: '' }],
  ['a novel', 500, 'x'.repeat(5_000), { kind: 'server', status: 500, message: 'x'.repeat(300) }],
])('%s gives text that can be shown', (_, status, body, expected) => {
  expect(errorFromResponse('items.one', status, new Headers(), body)).toEqual(expected);
});

test.each([
  [{ 'retry-after': '600' }, 600],
  [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 30],
  [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT', date: 'Wed, 21 Oct 2026 07:28:30 GMT' }, 0],
  [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{}, null],
])('retry-after of %j', (headers, retryAfterSeconds) => {
  expect(errorFromResponse('auth.login', 429, new Headers(headers), '')).toEqual({
    kind: 'rateLimited',
    message: '',
    retryAfterSeconds,
  });
});

test('a missing page of an older server is not a refusal', () => {
  const body = '<!DOCTYPE html><pre>Cannot GET /api/sessions/open</pre>';
  expect(errorFromResponse('sessions.open', 404, new Headers(), body)).toEqual({ kind: 'notFound', message: '' });
});
