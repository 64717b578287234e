import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { backupList, backupOverview } from '../../schemas/api/backup.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint } from './define-endpoint.ts';

/** Administrators. */
export const listBackups = defineEndpoint()({
  name: 'backups.list',
  method: 'GET',
  path: () => '/api/backups',
  output: backupOverview,
});

/** Administrators. Answers when the backup is made, which may take minutes. */
export const createBackup = defineEndpoint()({
  name: 'backups.create',
  method: 'POST',
  path: () => '/api/backups',
  output: backupList,
  timeoutMs: 0,
});

/** Administrators. 404 when unknown. */
export const deleteBackup = defineEndpoint<{ readonly id: string }>()({
  name: 'backups.delete',
  method: 'DELETE',
  path: ({ id }) => `/api/backups/${encodeURIComponent(id)}`,
  output: backupList,
});

/**
 * Administrators: replaces all data of the server, then everybody gets `backup_applied`. 404 when unknown. A GET
 * that changes data.
 */
export const applyBackup = defineEndpoint<{ readonly id: string }>()({
  name: 'backups.apply',
  method: 'GET',
  path: ({ id }) => `/api/backups/${encodeURIComponent(id)}/apply`,
  output: acknowledgement,
  answer: 'text',
  changesData: true,
  timeoutMs: 0,
});

/** Administrators: where backups are kept. 400 without a path. */
export const updateBackupPath = defineEndpoint<Body<'backups.updatePath'>>()({
  name: 'backups.updatePath',
  method: 'PATCH',
  path: () => '/api/backups/path',
  body: (input) => input,
  output: acknowledgement,
  answer: 'text',
});
