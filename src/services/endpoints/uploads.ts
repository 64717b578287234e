import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { backupUploaded } from '../../schemas/api/backup.ts';
import { coverResult } from '../../schemas/api/item-changes.ts';
import { pathCheck } from '../../schemas/api/server-admin.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** These send files: run them with `uploader.upload`, which reports progress and can be cancelled. */

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

/**
 * Permission upload. Overwrites what is there: ask {@link checkPath} first. 400 without title, files or folder,
 * 404 for an unknown library or folder.
 * The item appears about ten seconds after the answer.
 */
export const uploadItem = defineEndpoint<UploadInput>()({
  name: 'uploads.item',
  method: 'POST',
  path: () => '/api/upload',
  body: uploadForm,
  output: acknowledgement,
  answer: 'text',
  timeoutMs: 0,
});

/** Permissions update and upload. 400 for anything but png, jpg, jpeg, webp. */
export const uploadCover = defineEndpoint<{ readonly id: string; readonly file: File }>()({
  name: 'uploads.cover',
  method: 'POST',
  path: ({ id }) => `/api/items/${encodeURIComponent(id)}/cover`,
  body: ({ file }) => fileForm('cover', file),
  output: coverResult,
  timeoutMs: 0,
});

/**
 * Administrators. 400 for what is no backup, 500 for one of a wrong name. The built-in server makes a backup of its own
 * of one of an Audiobookshelf server while it is empty itself, and refuses it with 400 otherwise.
 */
export const uploadBackup = defineEndpoint<{ readonly file: File }>()({
  name: 'uploads.backup',
  method: 'POST',
  path: () => '/api/backups/upload',
  body: ({ file }) => fileForm('file', file),
  output: backupUploaded,
  timeoutMs: 0,
});

/**
 * Permission upload: whether a folder of that name is there already. 400 without names or for a path outside, 404
 * for an unknown folder.
 */
export const checkPath = defineEndpoint<Body<'uploads.checkPath'>>()({
  name: 'uploads.checkPath',
  method: 'POST',
  changesData: false,
  path: () => '/api/filesystem/pathexists',
  body: (input) => input,
  output: pathCheck,
});
