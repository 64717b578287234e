import { acknowledgement } from '../../schemas/api/common.ts';
import { backupList, backupOverview } from '../../schemas/api/backup.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

export const listBackups = defineEndpoint()({
  name: 'backups.list',
  method: 'GET',
  path: () => '/api/backups',
  output: backupOverview,
});

/** Answers when the backup is done, which may take minutes. */
export const createBackup = defineEndpoint()({
  name: 'backups.create',
  method: 'POST',
  path: () => '/api/backups',
  output: backupList,
  timeoutMs: 0,
});

export const deleteBackup = defineEndpoint<{ readonly id: string }>()({
  name: 'backups.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/backups/${encodeURIComponent(id)}`,
  output: backupList,
});

/** Replaces all data of the server; then all clients get `backup_applied`. A GET that changes data. */
export const applyBackup = defineEndpoint<{ readonly id: string }>()({
  name: 'backups.apply',
  method: 'GET',
  path: ({ id }) => `/api/backups/${encodeURIComponent(id)}/apply`,
  output: acknowledgement,
  answer: 'text',
  changesData: true,
  timeoutMs: 0,
});

export const updateBackupPath = defineEndpoint<Body<'backups.updatePath'>>()({
  name: 'backups.updatePath',
  method: 'PATCH',
  path: () => '/api/backups/path',
  body: (input) => input,
  output: acknowledgement,
  answer: 'text',
});
