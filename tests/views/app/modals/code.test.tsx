import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('../../../../src/views/app/modals/modals.tsx');
  vi.resetModules();
});

test('the code of a modal loads together with the modal host: the first one opens at once', async () => {
  const read = vi.fn();
  vi.resetModules();
  vi.doMock('../../../../src/views/app/modals/modals.tsx', () => {
    read();
    return { Modals: () => null };
  });
  const { viewCode } = await import('../../../../src/views/app/pages.tsx');
  expect(read).not.toHaveBeenCalled();
  await viewCode.loadModal('confirm');
  expect(read).toHaveBeenCalledOnce();
});
