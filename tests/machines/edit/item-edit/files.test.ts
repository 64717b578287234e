import { describe, expect, test, vi } from 'vitest';
import {
  ebooksIn,
  filesOf,
  tagsOf,
  tracksIn,
  selectChangingFile,
  selectDownload,
  selectFileFailure,
  selectIsFileChecked,
  selectOpenedFile,
  selectProbe,
  selectProbeError,
  selectShowsPaths,
} from '../../../../src/machines/browse/item/files.logic.ts';
import { filesMachine } from '../../../../src/machines/browse/item/files.machine.ts';
import type { LibraryItemExpanded } from '../../../../src/schemas/api/library-item-expanded.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { deleteFile, toggleEbookStatus } from '../../../../src/services/endpoints/item-editing.ts';
import { probeFile } from '../../../../src/services/endpoints/item-tools.ts';
import { getItem } from '../../../../src/services/endpoints/items.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed, wholeBook } from '../../../support/item-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const ebook = z.parse(getItem.output, recording('items/expanded-ebook-epub').response.body);
const [first] = filesOf(wholeBook);
if (!first) throw new Error('The fixture has no file');
const { ino } = first;

function start(item: LibraryItemExpanded = wholeBook) {
  const host = createHost(filesMachine, { input: { item }, named: { modals: null } });
  const state = () => host.subject.getSnapshot();
  return { ...host, state, report: () => host.parentEvents.map(({ type }) => type) };
}

describe('the files of an item (EDT-044)', () => {
  test('are all of its folder, with the sound of those that have one', () => {
    const files = filesOf(wholeBook);
    expect(files.map((file) => file.ino)).toEqual(wholeBook.libraryFiles.items.map((file) => file.ino));
    const tracks = tracksIn(files);
    expect(tracks.map(({ sound }) => sound?.index)).toEqual(tracks.map((_, index) => index + 1));
    expect(tracks.length).toBeGreaterThan(0);
  });

  test('have the main ebook first', () => {
    const file = { ...first, fileType: 'ebook' };
    const order = ebooksIn([file, { ...file, ino: 'main', isPrimary: true }, first]).map((one) => one.ino);
    expect(order).toEqual(first.fileType === 'ebook' ? ['main', ino, ino] : ['main', ino]);
    expect(filesOf(ebook).filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
  });

  test('name their tags in words', () => {
    expect(tagsOf({ ino: 'x', metaTags: { tagAlbum: 'A', tagAlbumArtist: 'B', tagYear: null } } as never)).toEqual([
      ['Album', 'A'],
      ['Album Artist', 'B'],
    ]);
  });

  test('show their whole paths on demand', () => {
    const tab = start();
    tab.subject.send({ type: 'files.togglePaths' });
    expect(selectShowsPaths(tab.state())).toBe(true);
  });
});

describe('one file', () => {
  test('opens, probes, and closes when it is removed', async () => {
    const tab = start();
    tab.subject.send({ type: 'files.open', ino: 'nobody' });
    expect(selectOpenedFile(tab.state())).toBeUndefined();
    tab.subject.send({ type: 'files.open', ino });
    expect(selectOpenedFile(tab.state())?.ino).toBe(ino);
    tab.ports.api.refuseOnce(probeFile, { kind: 'notFound', message: '' });
    tab.subject.send({ type: 'files.check' });
    await vi.waitFor(() => expect(selectProbeError(tab.state())?.kind).toBe('notFound'));
    tab.ports.api.answer(probeFile, { format: { duration: '1' } });
    tab.subject.send({ type: 'files.check' });
    expect([selectIsFileChecked(tab.state()), selectProbeError(tab.state())]).toEqual([true, null]);
    await vi.waitFor(() => expect(selectProbe(tab.state())).toEqual({ format: { duration: '1' } }));
    expect(selectIsFileChecked(tab.state())).toBe(false);
    const others = wholeBook.libraryFiles.items.filter((file) => file.ino === ino);
    tab.subject.send({
      type: 'tab.itemChanged',
      item: { ...wholeBook, libraryFiles: { items: others, dropped: [] } },
    });
    expect([selectOpenedFile(tab.state())?.ino, tab.state().context.files.length]).toEqual([ino, 1]);
    for (const close of [() => tab.subject.send({ type: 'files.close' }), () => tab.ports.navigation.back()]) {
      tab.subject.send({ type: 'files.open', ino });
      expect([selectOpenedFile(tab.state())?.ino, tab.ports.navigation.held]).toEqual([ino, 1]);
      close();
      expect([selectOpenedFile(tab.state()), selectProbe(tab.state()), tab.ports.navigation.held]).toEqual([
        undefined,
        null,
        0,
      ]);
    }
    tab.subject.send({ type: 'files.open', ino });
    expect(selectOpenedFile(tab.state())?.ino).toBe(ino);
    tab.subject.send({
      type: 'tab.itemChanged',
      item: { ...wholeBook, libraryFiles: { items: [], dropped: [] } } as never,
    });
    expect([tab.state().matches({ content: 'listed' }), selectProbe(tab.state())]).toEqual([true, null]);
    expect(tab.state().context.files).toEqual([]);
  });

  test('is deleted after a question', async () => {
    const tab = start();
    tab.subject.send({ type: 'files.delete', ino });
    tab.subject.send(questionClosed(false));
    expect(selectChangingFile(tab.state())).toBeNull();
    tab.ports.api.refuseOnce(deleteFile, { kind: 'server', status: 500, message: '' });
    tab.subject.send({ type: 'files.delete', ino });
    tab.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(selectFileFailure(tab.state())?.name).toBe(first.metadata.filename));
    tab.ports.api.answer(deleteFile, 'OK');
    tab.subject.send({ type: 'files.delete', ino });
    tab.subject.send(questionClosed(true));
    await vi.waitFor(() => expect(tab.report()).toEqual(['tab.changedItem']));
    expect(tab.receivedBy('modals')).toHaveLength(3);
    expect(tab.ports.api.inputsOf(deleteFile).at(-1)).toEqual({ id: wholeBook.id, ino });
    expect(selectFileFailure(tab.state())).toBeNull();
  });

  test('that is an ebook becomes the main one, or no more', async () => {
    const tab = start(ebook);
    const book = ebooksIn(filesOf(ebook))[0]?.ino ?? '';
    tab.ports.api.answer(toggleEbookStatus, 'OK');
    tab.subject.send({ type: 'files.toggleEbook', ino: 'nobody' });
    tab.subject.send({ type: 'files.toggleEbook', ino: book });
    expect(selectChangingFile(tab.state())).toBe(book);
    await vi.waitFor(() => expect(tab.report()).toEqual(['tab.changedItem']));
    expect(tab.ports.api.inputsOf(toggleEbookStatus)).toEqual([{ id: ebook.id, ino: book }]);
    expect(selectChangingFile(tab.state())).toBe(null);
    const error = { kind: 'server', status: 500, message: '' } as const;
    tab.ports.api.refuse(toggleEbookStatus, error);
    for (const times of [2, 3]) {
      tab.subject.send({ type: 'files.toggleEbook', ino: book });
      expect(selectFileFailure(tab.state())).toBe(null);
      await vi.waitFor(() => expect(selectFileFailure(tab.state())?.error).toEqual(error));
      expect(selectChangingFile(tab.state())).toBe(null);
      expect(tab.ports.api.inputsOf(toggleEbookStatus)).toHaveLength(times);
    }
    expect([tab.report(), tab.receivedBy('modals')]).toEqual([['tab.changedItem'], []]);
  });

  test('downloads without a token in an address, or reports why not', async () => {
    const tab = start();
    tab.subject.send({ type: 'files.download', ino });
    expect(selectDownload(tab.state())).toEqual({ ino, share: null });
    tab.subject.send({ type: 'files.progressed', share: 0.5 });
    expect(selectDownload(tab.state())?.share).toBe(0.5);
    await vi.waitFor(() => expect(selectDownload(tab.state())).toBeNull());
    expect(tab.ports.files.fetched).toMatchObject([{ itemId: wholeBook.id, ino }]);
    expect(tab.ports.page.shown.named).toEqual([first.metadata.filename]);
    expect(tab.state().hasTag('busy')).toBe(false);
    tab.ports.files.refuseFetch({ kind: 'network' });
    tab.subject.send({ type: 'files.download', ino });
    expect(tab.state().hasTag('busy')).toBe(true);
    await vi.waitFor(() => expect(selectFileFailure(tab.state())?.error).toEqual({ kind: 'network' }));
    expect(tab.state().hasTag('busy')).toBe(false);
    tab.subject.send({ type: 'files.download', ino });
    expect([selectDownload(tab.state())?.ino, selectFileFailure(tab.state())]).toEqual([ino, null]);
    tab.subject.send({ type: 'files.cancel' });
    expect([selectDownload(tab.state()), tab.state().hasTag('busy')]).toEqual([null, false]);
  });
});
