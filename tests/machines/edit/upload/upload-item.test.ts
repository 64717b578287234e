import { describe, expect, test, vi } from 'vitest';
import { uploadItemMachine } from '../../../../src/machines/edit/upload/upload-item.machine.ts';
import { checkPath } from '../../../../src/services/endpoints/uploads.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

describe('one item that is uploaded', () => {
  const input = { key: 7, directory: 'Ann/A', folderPath: '/books', upload: { title: 'A' } } as never;
  function sendItem(prepare: (ports: FakePorts) => void = () => undefined) {
    const ports = createFakePorts();
    ports.api.answer(checkPath, { exists: false });
    prepare(ports);
    const host = createHost(uploadItemMachine, { input, ports });
    const report = () => host.parentEvents.filter(({ type }) => type.startsWith('uploadItem.'));
    return { ...host, report, ended: () => vi.waitFor(() => expect(host.subject.getSnapshot().status).toBe('done')) };
  }
  const end = (outcome: object) => [{ type: 'uploadItem.ended', key: 7, outcome }];

  test.each([
    ['taken', { exists: true, libraryItemTitle: 'Old' }, { kind: 'taken', title: 'Old' }],
    ['taken by what has no name', { exists: true }, { kind: 'taken', title: null }],
  ])('is not sent to a folder that is %s', async (_, answer, outcome) => {
    const item = sendItem(({ api }) => api.answer(checkPath, answer));
    await item.ended();
    expect([item.report(), item.ports.files.sent]).toEqual([end(outcome), []]);
    expect(item.ports.api.inputsOf(checkPath)).toEqual([{ directory: 'Ann/A', folderPath: '/books' }]);
  });

  test('is not sent while its folder is unchecked', async () => {
    const error = { kind: 'network' } as const;
    const item = sendItem(({ api }) => api.refuse(checkPath, error));
    await item.ended();
    expect([item.report(), item.ports.files.sent]).toEqual([end({ kind: 'failed', error }), []]);
  });

  test('reports its progress, at most twice a second, and its end once', async () => {
    const item = sendItem();
    await vi.waitFor(() => expect(item.ports.files.sent).toHaveLength(1));
    const moved = (sentBytes: number, passed: number) => {
      item.ports.clock.advance(passed);
      item.ports.files.progress({ sentBytes, totalBytes: 100 });
    };
    const begun = item.ports.clock.now();
    moved(10, 0);
    moved(20, 499);
    moved(30, 1);
    moved(100, 1);
    const report = (sentBytes: number, after: number) => ({
      type: 'uploadItem.progressed',
      key: 7,
      sentBytes,
      at: begun + after,
    });
    expect(item.report()).toEqual([report(10, 0), report(30, 500), report(100, 501)]);
    item.ports.clock.advance(600_000);
    expect(item.report(), 'the server takes its time').toHaveLength(3);
    item.ports.files.answer('OK');
    await item.ended();
    expect(item.report().slice(3)).toEqual(end({ kind: 'sent' }));
  });

  test('has failed after a minute without a byte; each byte restarts the minute', async () => {
    const item = sendItem();
    await vi.waitFor(() => expect(item.ports.files.sent).toHaveLength(1));
    item.ports.clock.advance(59_999);
    item.ports.files.progress({ sentBytes: 10, totalBytes: 100 });
    item.ports.clock.advance(59_999);
    expect(item.report()).toHaveLength(1);
    item.ports.clock.advance(1);
    expect(item.report().slice(1)).toEqual(end({ kind: 'failed', error: { kind: 'timeout' } }));
    expect(item.ports.files.aborted).toEqual(['uploads.item']);
  });

  test('that the server refuses says why', async () => {
    const item = sendItem();
    await vi.waitFor(() => expect(item.ports.files.sent).toHaveLength(1));
    const error = { kind: 'tooLarge', message: '' } as const;
    item.ports.files.refuse(error);
    await item.ended();
    expect(item.report()).toEqual(end({ kind: 'failed', error }));
  });
});
