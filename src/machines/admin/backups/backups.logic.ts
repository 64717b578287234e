import type { Authorized } from '../../../schemas/api/auth.ts';
import type { Backup, BackupOverview, BackupUploaded } from '../../../schemas/api/backup.ts';
import type { ServerSettings } from '../../../schemas/api/server-settings.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { z } from '../../../schemas/zod.ts';
import { authorize } from '../../../services/endpoints/auth.ts';
import { listBackups, updateBackupPath } from '../../../services/endpoints/backups.ts';
import { updateServerSettings } from '../../../services/endpoints/server-admin.ts';
import { defineStored } from '../../../services/storage.ts';
import { cronProblem } from '../../kit/cron.logic.ts';
import { form } from '../../kit/form.machine.ts';
import { resourceBy } from '../../kit/resource.machine.ts';
import { draftOf, expressionOf, type ScheduleDraft } from '../../kit/schedule.logic.ts';
import type { FieldRow } from '../../kit/settings-form.logic.ts';
import { settingsForm, type SettingsFormRef } from '../../kit/settings-form.machine.ts';
import { isAmount } from '../../kit/text.logic.ts';

/** In this tab: the page after the reload reports the restore. */
export const restoredMark = defineStored('earmark.backupRestored', z.literal(true));

export interface BackupsData extends Omit<BackupOverview, 'backups'> {
  readonly backups: readonly Backup[];
  readonly settings: ServerSettings;
}

export const backupsData = resourceBy<undefined>('data', async (api, _input, signal): Promise<BackupsData> => {
  const [{ backups, ...place }, { serverSettings }]: [BackupOverview, Authorized] = await Promise.all([
    api.call(listBackups, undefined, signal),
    api.call(authorize, undefined, signal),
  ]);
  return { ...place, backups: newestFirst(backups.items), settings: serverSettings };
});

export const newestFirst = (backups: readonly Backup[]): readonly Backup[] =>
  backups.toSorted((one, other) => other.createdAt - one.createdAt);

/** Backups of older servers have no key and no version: this server cannot restore them. */
export const isRestorable = ({ key, serverVersion }: Backup): boolean => Boolean(key) && Boolean(serverVersion);

export interface ImportedBackup {
  readonly backup: Backup;
  readonly report: readonly string[];
}

/** The backup converted from another kind of server; null if the server kept the file as it was. */
export function importedOf({ backups, imported }: BackupUploaded): ImportedBackup | null {
  const backup = backups.items.find(({ id }) => id === imported?.id);
  return imported && backup ? { backup, report: imported.report } : null;
}

export const isBackupFile = ({ name }: Pick<File, 'name'>): boolean => name.toLowerCase().endsWith('.audiobookshelf');

type BackupValues = {
  readonly automatic: boolean;
  /** A cron expression, or invalid text as typed. */
  readonly schedule: string;
  readonly backupsToKeep: number | null;
  /** GB; 0: no limit. */
  readonly maxBackupSize: number | null;
};

type BackupProblem = 'schedule' | 'keep' | 'size';
export type BackupFormRef = SettingsFormRef<BackupValues>;

/** Default when automatic backups are switched on. */
const FIRST_SCHEDULE = '30 1 * * *';
const MOST_KEPT = 99;

const isCount = (value: number | null) => value !== null && Number.isInteger(value) && value >= 1 && value <= MOST_KEPT;

const ROWS: readonly FieldRow<BackupValues, BackupProblem>[] = [
  { key: 'automatic', kind: 'switch' },
  {
    key: 'schedule',
    kind: 'text',
    isShown: ({ automatic }) => automatic,
    check: (schedule) => (cronProblem(schedule) === null ? null : 'schedule'),
  },
  {
    key: 'backupsToKeep',
    kind: 'number',
    min: 1,
    max: MOST_KEPT,
    check: (value) => (isCount(value) ? null : 'keep'),
  },
  {
    key: 'maxBackupSize',
    kind: 'number',
    min: 0,
    check: (value) => (isAmount(value) ? null : 'size'),
  },
];

export const BACKUP_GROUPS = [{ name: 'settings', rows: ROWS.filter(({ key }) => key !== 'schedule') }] as const;

export const backupValuesOf = ({ backupSchedule, backupsToKeep, maxBackupSize }: ServerSettings): BackupValues => ({
  automatic: typeof backupSchedule === 'string' && backupSchedule !== '',
  schedule: backupSchedule || FIRST_SCHEDULE,
  backupsToKeep: backupsToKeep ?? null,
  maxBackupSize: maxBackupSize ?? null,
});

export function backupChange(change: Partial<BackupValues>, values: BackupValues): Body<'settings.update'> {
  const isPlan = 'automatic' in change || 'schedule' in change;
  return {
    ...(isPlan ? { backupSchedule: values.automatic ? values.schedule : (false as const) } : {}),
    ...(typeof change.backupsToKeep === 'number' ? { backupsToKeep: change.backupsToKeep } : {}),
    ...(typeof change.maxBackupSize === 'number' ? { maxBackupSize: change.maxBackupSize } : {}),
  };
}

export const backupForm = settingsForm<ServerSettings, BackupValues>({
  rows: ROWS,
  valuesOf: backupValuesOf,
  read: async (api, signal) => (await api.call(authorize, undefined, signal)).serverSettings,
  save: async (api, change, values, signal) =>
    (await api.call(updateServerSettings, backupChange(change, values), signal)).serverSettings,
});

/** The draft while it means the same as `schedule`, else a new one. */
export function scheduleOf(schedule: string, draft: ScheduleDraft | null): ScheduleDraft {
  return draft !== null && (expressionOf(draft) ?? '') === schedule ? draft : draftOf(schedule || null);
}

export type PathValues = { readonly path: string };
export type PathProblem = 'empty' | 'relative';

const isFullPath = (path: string): boolean => /^(\/|\\\\|[a-z]:[\\/])/i.test(path);

/** The server refuses a path that is not absolute on its system. */
export const pathForm = form<PathValues, PathProblem, unknown>('path', {
  check: ({ path }) => {
    const typed = path.trim();
    return typed === '' ? { path: 'empty' } : isFullPath(typed) ? {} : { path: 'relative' };
  },
  save: (api, { path }, signal) => api.call(updateBackupPath, { path: path.trim() }, signal),
  problemsAfter: (error) =>
    error.kind === 'rejected' && /must include path/i.test(error.message) ? { path: 'relative' } : {},
});
