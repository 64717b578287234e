import type { LoaderResponse } from 'hls.js';
import { describe, expect, test, vi } from 'vitest';
import { STREAM_LOADING, notify } from '../../src/services/hls-stream.ts';

const { errorRetry, timeoutRetry, maxLoadTimeMs, maxTimeToFirstByteMs } = STREAM_LOADING;
const again = (code: number, count: number, byDefault = false) =>
  errorRetry?.shouldRetry?.(errorRetry, count, false, { url: '', data: '', code } as LoaderResponse, byDefault);

describe('a segment of a stream', () => {
  test('not encoded yet is requested eight more times (PLR-105, pitfall 21, ERR-008)', () => {
    expect([0, 6, 7, 8].map((count) => again(404, count))).toEqual([true, true, true, false]);
  });

  test('that is refused is not requested again; a server error is', () => {
    expect([again(403, 0), again(500, 0, true), again(500, 8, true)]).toEqual([false, true, false]);
  });

  test.each([
    ['ms to the first byte', 'CON-031', [maxTimeToFirstByteMs], [10_000]],
    ['ms to load', 'CON-032', [maxLoadTimeMs], [120_000]],
    ['retries after a time-out', 'CON-033', [timeoutRetry?.maxNumRetry], [4]],
    ['retries after an error', 'CON-034', [errorRetry?.maxNumRetry], [8]],
    [
      'ms before a retry, least and most',
      'CON-035',
      [errorRetry?.retryDelayMs, errorRetry?.maxRetryDelayMs],
      [1000, 8000],
    ],
  ])('has its %s (%s)', (_what, _row, numbers, expected) => {
    expect(numbers).toEqual(expected);
  });
});

test('a stalled buffer is logged, what the stream recovers from itself is not (PLR-104, ERR-007)', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const error = (details: string, fatal: boolean) => notify({ details, fatal } as Parameters<typeof notify>[0]);
  error('fragLoadError', false);
  error('bufferStalledError', false);
  error('manifestLoadError', true);
  expect(warn.mock.calls.map(([words]) => words as string)).toEqual([
    'HLS: bufferStalledError',
    'HLS: manifestLoadError',
  ]);
});
