import { resolveObjectURL } from 'node:buffer';
import { afterEach, expect, test, vi } from 'vitest';
import { textFileUrl } from '../../src/services/text-file.ts';

afterEach(() => vi.useRealTimers());

test('a text has an address for a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const url = textFileUrl('ä', 'text/plain;charset=utf-8');
  const file = resolveObjectURL(url);
  expect([await file?.text(), file?.type]).toEqual(['ä', 'text/plain;charset=utf-8']);
  vi.advanceTimersByTime(59_999);
  expect(resolveObjectURL(url)).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(resolveObjectURL(url)).toBeUndefined();
});
