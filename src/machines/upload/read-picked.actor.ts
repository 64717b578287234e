import { fromPromise } from 'xstate';
import { readDropped } from '../../services/upload-desk.ts';
import { getPorts } from '../app/ports.ts';
import type { PickedFile } from './grouping.logic.ts';

/** Chosen or dropped; entries may be folders. */
export interface Pick {
  readonly files: readonly File[];
  readonly entries: readonly FileSystemEntry[];
}

export interface ReadPick {
  readonly files: readonly PickedFile[];
  readonly unreadable: readonly string[];
}

/** Reads all files of a pick, and loads the upload chunk meanwhile. */
export const readPicked = fromPromise<ReadPick, Pick>(async ({ input, signal, system }) => {
  getPorts(system).files.prepareUpload();
  const { files, entries } = input;
  if (entries.length > 0) return readDropped(entries, signal);
  return { files: files.map((file) => ({ path: file.webkitRelativePath || file.name, file })), unreadable: [] };
});
