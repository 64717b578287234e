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

  test('has the times of CON-031 to CON-035', () => {
    expect([maxTimeToFirstByteMs, maxLoadTimeMs, timeoutRetry?.maxNumRetry, errorRetry?.maxNumRetry]).toEqual([
      10_000, 120_000, 4, 8,
    ]);
    expect([errorRetry?.retryDelayMs, errorRetry?.maxRetryDelayMs]).toEqual([1000, 8000]);
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
