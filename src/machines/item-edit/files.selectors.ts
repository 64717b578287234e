import type { SnapshotFrom } from 'xstate';
import type { filesMachine } from './files.machine.ts';

type FilesSnapshot = SnapshotFrom<typeof filesMachine>;

export const selectFiles = ({ context }: FilesSnapshot) => context.files;
export const selectFilesItemId = ({ context }: FilesSnapshot) => context.item.id;
export const selectHasOrder = ({ context }: FilesSnapshot) =>
  context.files.filter(({ sound }) => sound !== null).length > 1;
export const selectShowsPaths = ({ context }: FilesSnapshot) => context.showsPaths;
export const selectOpenedFile = ({ context: { files, opened } }: FilesSnapshot) =>
  files.find(({ ino }) => ino === opened);
export const selectProbe = ({ context }: FilesSnapshot) => context.probe;
export const selectProbeError = ({ context }: FilesSnapshot) => context.probeError;
export const selectIsFileChecked = (snapshot: FilesSnapshot) => snapshot.matches({ content: { opened: 'checking' } });
export const selectChangingFile = ({ context }: FilesSnapshot) => context.changing;
export const selectDownload = ({ context }: FilesSnapshot) => context.download;
export const selectFileFailure = ({ context }: FilesSnapshot) => context.failure;
