import { acknowledgement } from '../../schemas/api/common.ts';
import { backupUploaded } from '../../schemas/api/backup.ts';
import { coverResult } from '../../schemas/api/item-changes.ts';
import { pathCheck } from '../../schemas/api/server-admin.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** Uploads run by `uploader.upload`, which reports progress. */

export interface UploadInput {
  readonly libraryId: string;
  readonly folderId: string;
  readonly title: string;
  /** Not for podcasts. */
  readonly author?: string;
  readonly series?: string;
  readonly files: readonly File[];
}

function uploadForm({ libraryId, folderId, title, author, series, files }: UploadInput): FormData {
  const form = new FormData();
  form.set('title', title);
  if (author) form.set('author', author);
  if (series) form.set('series', series);
  form.set('library', libraryId);
  form.set('folder', folderId);
  for (const [index, file] of files.entries()) form.set(String(index), file, file.name);
  return form;
}

function fileForm(field: string, file: File): FormData {
  const form = new FormData();
  form.set(field, file, file.name);
  return form;
}

/** Permission upload. Overwrites files: call {@link checkPath} first. The item appears about ten seconds later. */
export const uploadItem = defineEndpoint<UploadInput>()({
  name: 'uploads.item',
  method: 'POST',
  path: () => '/api/upload',
  body: uploadForm,
  output: acknowledgement,
  answer: 'text',
  timeoutMs: 0,
});

/** Permissions update and upload. 400 for other formats than png, jpg, jpeg, webp. */
export const uploadCover = defineEndpoint<{ readonly id: string; readonly file: File }>()({
  name: 'uploads.cover',
  method: 'POST',
  path: ({ id }) => `/api/items/${encodeURIComponent(id)}/cover`,
  body: ({ file }) => fileForm('cover', file),
  output: coverResult,
  timeoutMs: 0,
});

/** 400 for other files, 500 for a wrong name. The embedded server converts Audiobookshelf backups while it is empty. */
export const uploadBackup = defineEndpoint<{ readonly file: File }>()({
  name: 'uploads.backup',
  method: 'POST',
  path: () => '/api/backups/upload',
  body: ({ file }) => fileForm('file', file),
  output: backupUploaded,
  timeoutMs: 0,
});

/** Whether a folder of that name exists. 400 for a path outside of the library. */
export const checkPath = defineEndpoint<Body<'uploads.checkPath'>>()({
  name: 'uploads.checkPath',
  method: 'POST',
  changesData: false,
  path: () => '/api/filesystem/pathexists',
  body: (input) => input,
  output: pathCheck,
});
