import type { Authorized } from '../../schemas/api/auth.ts';
import type { Backup, BackupOverview, BackupUploaded } from '../../schemas/api/backup.ts';
import type { ServerSettings } from '../../schemas/api/server-settings.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { authorize } from '../../services/endpoints/auth.ts';
import { listBackups, updateBackupPath } from '../../services/endpoints/backups.ts';
import { updateServerSettings } from '../../services/endpoints/server-admin.ts';
import { cronProblem } from '../kit/cron.logic.ts';
import { form } from '../kit/form.ts';
import { isAmount } from '../kit/number.logic.ts';
import { resourceBy } from '../kit/resource.ts';
import { draftOf, expressionOf, type ScheduleDraft } from '../kit/schedule.logic.ts';
import { settingsForm, type SettingsFormRef } from '../kit/settings-form.ts';
import type { FieldRow } from '../kit/settings-form.logic.ts';

/** The page's data: the backups, where they are kept, and the settings of the server. */
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

/** Backups as the page lists them (areas 6). */
export const newestFirst = (backups: readonly Backup[]): readonly Backup[] =>
  backups.toSorted((one, other) => other.createdAt - one.createdAt);

/** Whether this server can restore it: older ones wrote no key and no version (areas 6). */
export const isRestorable = ({ key, serverVersion }: Backup): boolean => Boolean(key) && Boolean(serverVersion);

/** A backup that the server made of one of another kind of server. */
export interface ImportedBackup {
  readonly backup: Backup;
  /** What came and what did not, in lines. */
  readonly report: readonly string[];
}

/** What an upload was made into; null where it is kept as it came. */
export function importedOf({ backups, imported }: BackupUploaded): ImportedBackup | null {
  const backup = backups.items.find(({ id }) => id === imported?.id);
  return imported && backup ? { backup, report: imported.report } : null;
}

/** Whether a file may be a backup, by its name. */
export const isBackupFile = ({ name }: Pick<File, 'name'>): boolean => name.toLowerCase().endsWith('.audiobookshelf');

export type BackupValues = {
  readonly automatic: boolean;
  /** A cron expression, or what was typed instead of one. */
  readonly schedule: string;
  readonly backupsToKeep: number | null;
  /** GB; 0 for no limit. */
  readonly maxBackupSize: number | null;
};

export type BackupProblem = 'schedule' | 'keep' | 'size';
export type BackupFormRef = SettingsFormRef<BackupValues>;

/** When backups are made that begin to be made by themselves (areas 6). */
const FIRST_SCHEDULE = '30 1 * * *';
const MOST_KEPT = 99;

const isCount = (value: number | null) => value !== null && Number.isInteger(value) && value >= 1 && value <= MOST_KEPT;

/** CFG-014, CFG-015, CFG-017, VAL-025, VAL-026 (AMB-91). */
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

/** The rows that the page draws by themselves; the schedule has a builder. */
export const BACKUP_GROUPS = [{ name: 'settings', rows: ROWS.filter(({ key }) => key !== 'schedule') }] as const;

export const backupValuesOf = ({ backupSchedule, backupsToKeep, maxBackupSize }: ServerSettings): BackupValues => ({
  automatic: typeof backupSchedule === 'string' && backupSchedule !== '',
  schedule: backupSchedule || FIRST_SCHEDULE,
  backupsToKeep: backupsToKeep ?? null,
  maxBackupSize: maxBackupSize ?? null,
});

/** What is sent of changed values. */
export function backupChange(change: Partial<BackupValues>, values: BackupValues): Body<'settings.update'> {
  const isPlan = 'automatic' in change || 'schedule' in change;
  return {
    ...(isPlan ? { backupSchedule: values.automatic ? values.schedule : (false as const) } : {}),
    ...(typeof change.backupsToKeep === 'number' ? { backupsToKeep: change.backupsToKeep } : {}),
    ...(typeof change.maxBackupSize === 'number' ? { maxBackupSize: change.maxBackupSize } : {}),
  };
}

/** Schedule, number to keep and maximum size, saved together. */
export const backupForm = settingsForm<ServerSettings, BackupValues>({
  rows: ROWS,
  valuesOf: backupValuesOf,
  read: async (api, signal) => (await api.call(authorize, undefined, signal)).serverSettings,
  save: async (api, change, values, signal) =>
    (await api.call(updateServerSettings, backupChange(change, values), signal)).serverSettings,
});

/** The builder of the schedule that the form holds: what is being built, while it says the same. */
export function scheduleOf(schedule: string, draft: ScheduleDraft | null): ScheduleDraft {
  return draft !== null && (expressionOf(draft) ?? '') === schedule ? draft : draftOf(schedule || null);
}

export type PathValues = { readonly path: string };
export type PathProblem = 'empty' | 'relative';

/** Whether a path begins at the root of a disk or of a network share, as some server writes it. */
const isFullPath = (path: string): boolean => /^(\/|\\\\|[a-z]:[\\/])/i.test(path);

/**
 * Where backups are kept (CFG-016, VAL-027). The server says `Must include path` of one that is not a full path on its
 * system.
 */
export const pathForm = form<PathValues, PathProblem, unknown>('path', {
  check: ({ path }) => {
    const typed = path.trim();
    return typed === '' ? { path: 'empty' } : isFullPath(typed) ? {} : { path: 'relative' };
  },
  save: (api, { path }, signal) => api.call(updateBackupPath, { path: path.trim() }, signal),
  problemsAfter: (error) =>
    error.kind === 'rejected' && /must include path/i.test(error.message) ? { path: 'relative' } : {},
});
