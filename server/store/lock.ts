import Libsql from 'libsql';
import fs from 'node:fs';
import path from 'node:path';
import { StartError, messageOf } from '../errors.ts';

export interface DataFolderLock {
  /** The process before did not shut down. */
  readonly isAfterCrash: boolean;
  release(): void;
}

/**
 * Locks a data folder for this process, before anything in it is touched. The lock is one of the operating system (held
 * by SQLite on a file of its own), so a crash leaves none behind; `earmark.pid` names its owner. Throws a StartError
 * when another process has it.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const pidFile = path.join(dataDir, 'earmark.pid');
  let connection: Libsql.Database | undefined;
  let isAfterCrash = false;
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    connection = new Libsql(path.join(dataDir, 'earmark.lock'));
    connection.exec('BEGIN EXCLUSIVE');
    isAfterCrash = fs.existsSync(pidFile);
    fs.writeFileSync(pidFile, `${process.pid}\n`);
  } catch (cause) {
    connection?.close();
    if (!isTaken(cause)) throw new StartError(`The data folder ${dataDir} cannot be used: ${messageOf(cause)}`);
    throw new StartError(
      `The data folder ${dataDir} is used by another Earmark${holder(pidFile)}. End that one, or choose another folder with --data.`,
    );
  }
  const held = connection;
  return {
    isAfterCrash,
    release: () => {
      fs.rmSync(pidFile, { force: true });
      held.close();
    },
  };
}

const isTaken = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && /^SQLITE_(BUSY|LOCKED)/.test(String(cause.code));

function holder(pidFile: string): string {
  try {
    return ` (process ${fs.readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
