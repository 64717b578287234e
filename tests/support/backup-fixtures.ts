import { backup as backupSchema } from '../../src/schemas/api/backup.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from './recordings.ts';

interface ListBody {
  readonly backups: readonly object[];
  readonly backupLocation: string;
  readonly backupPathEnvSet: boolean;
}

/** The backups as a server answered them. */
export const backupsBody = recording('backups/list').response.body as ListBody;
/** The first of them. */
export const oneBackup = z.parse(backupSchema, backupsBody.backups[0]);
