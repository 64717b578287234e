import { tolerantList } from '../tolerant-list.ts';
import { z } from '../zod.ts';

/** Bytes; `createdAt` in ms; `id` is its date as `yyyy-MM-ddTHHmm`. */
export const backup = z.object({
  id: z.string(),
  key: z.nullish(z.string()),
  datePretty: z.string(),
  fullPath: z.string(),
  path: z.string(),
  filename: z.string(),
  fileSize: z.number(),
  createdAt: z.number(),
  serverVersion: z.nullish(z.string()),
});
export type Backup = z.output<typeof backup>;

export const backupOverview = z.object({
  backups: tolerantList(backup),
  backupLocation: z.string(),
  backupPathEnvSet: z.boolean(),
});
export type BackupOverview = z.output<typeof backupOverview>;

export const backupList = z.object({ backups: tolerantList(backup) });

/** `imported` for a backup of another kind of server: the backup made from it, and a report in lines. */
export const backupUploaded = z.object({
  backups: tolerantList(backup),
  imported: z.nullish(z.object({ id: z.string(), report: z.array(z.string()) })),
});
export type BackupUploaded = z.output<typeof backupUploaded>;
