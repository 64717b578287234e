import { fromPromise } from 'xstate';
import { readDropped } from '../../services/upload-desk.ts';
import { getPorts } from '../app/ports.ts';
import type { PickedFile } from './grouping.logic.ts';

/** What somebody chose or dropped: what a browser gives as entries may be folders. */
export interface Pick {
  readonly files: readonly File[];
  readonly entries: readonly FileSystemEntry[];
}

export interface ReadPick {
  readonly files: readonly PickedFile[];
  /** Paths of what could not be read. */
  readonly unreadable: readonly string[];
}

/** All files of a choice, with their folders. What sends them is loaded meanwhile. */
export const readPicked = fromPromise<ReadPick, Pick>(async ({ input, signal, system }) => {
  getPorts(system).files.prepareUpload();
  const { files, entries } = input;
  if (entries.length > 0) return readDropped(entries, signal);
  return { files: files.map((file) => ({ path: file.webkitRelativePath || file.name, file })), unreadable: [] };
});
