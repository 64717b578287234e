import { expect, test, vi } from 'vitest';
import { once } from '../../src/services/once.ts';

test('one load serves all callers', async () => {
  const load = vi.fn(async () => ({ name: 'code' }));
  const get = once(load);
  const [one, other] = await Promise.all([get(), get()]);
  expect([one, other, await get(), load.mock.calls.length]).toEqual([{ name: 'code' }, one, one, 1]);
});

test('a failed load is repeated, and fails for all who waited', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('No network')).mockResolvedValue('code');
  const get = once(load);
  expect(await Promise.allSettled([get(), get()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect([await get(), load.mock.calls.length]).toEqual(['code', 2]);
});
