import { fromCallback } from 'xstate';
import type { Backup } from '../../../schemas/api/backup.ts';
import { uploadBackup } from '../../../services/endpoints/uploads.ts';
import { getPorts } from '../../kit/ports.ts';
import { importedOf, type ImportedBackup } from './backups.logic.ts';

export type BackupFileReport =
  /** 0..1; null when unknown. */
  | { type: 'backups.progressed'; share: number | null }
  | { type: 'backups.uploaded'; backups: readonly Backup[]; imported: ImportedBackup | null }
  | { type: 'backups.delivered' }
  | { type: 'backups.failed'; cause: unknown };

interface Nothing {
  type: 'none';
}

export const backupUpload = fromCallback<Nothing, { readonly file: File }>(({ input, sendBack, system }) => {
  const controller = new AbortController();
  const { signal } = controller;
  const notify = (report: BackupFileReport) => {
    if (!signal.aborted) sendBack(report);
  };
  getPorts(system)
    .files.upload(
      uploadBackup,
      { file: input.file },
      {
        signal,
        onProgress: ({ sentBytes, totalBytes }) =>
          notify({ type: 'backups.progressed', share: totalBytes > 0 ? sentBytes / totalBytes : null }),
      },
    )
    .then(
      (answer) => notify({ type: 'backups.uploaded', backups: answer.backups.items, imported: importedOf(answer) }),
      (cause: unknown) => notify({ type: 'backups.failed', cause }),
    );
  return () => controller.abort();
});

/** Loads the file with an authorised call, so that no URL holds a token. */
export const backupDelivery = fromCallback<Nothing, { readonly id: string; readonly name: string }>(
  ({ input: { id, name }, sendBack, system }) => {
    const { files, page, readers } = getPorts(system);
    const controller = new AbortController();
    const { signal } = controller;
    const notify = (report: BackupFileReport) => {
      if (!signal.aborted) sendBack(report);
    };
    const onBytes = (loaded: number, total: number | null) =>
      notify({ type: 'backups.progressed', share: total === null ? null : loaded / total });
    files.fetchBackup({ id, signal, onBytes }).then(
      (file) => {
        if (signal.aborted) return;
        page.download(readers.urlOf(file), name);
        notify({ type: 'backups.delivered' });
      },
      (cause: unknown) => notify({ type: 'backups.failed', cause }),
    );
    return () => controller.abort();
  },
);
