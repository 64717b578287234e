import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * Moves a file, also across disks; it never appears half written. Replaces a file of that name, or keeps it with
 * `isNew` and returns false.
 */
export async function moveFile(from: string, to: string, { isNew = false } = {}): Promise<boolean> {
  const part = path.join(path.dirname(to), `.${randomUUID()}.part`);
  try {
    await fs.rename(from, part).catch(async (cause: unknown) => {
      if (codeOf(cause) !== 'EXDEV') throw cause;
      await fs.copyFile(from, part);
    });
    if (isNew) await putAs(part, to);
    else await fs.rename(part, to);
  } catch (cause) {
    if (isNew && codeOf(cause) === 'EEXIST') return false;
    // The moved file is not lost.
    await fs.rename(part, from).catch(() => undefined);
    throw cause;
  } finally {
    await fs.rm(part, { force: true });
  }
  await fs.rm(from, { force: true });
  return true;
}

const codeOf = (cause: unknown): unknown => (cause instanceof Error && 'code' in cause ? cause.code : undefined);

/** Names a file without replacing another: by a second link, or by a copy where the disk has no links. */
async function putAs(part: string, target: string): Promise<void> {
  await fs.link(part, target).catch((cause: unknown) => {
    if (codeOf(cause) === 'EEXIST') throw cause;
    return fs.copyFile(part, target, fs.constants.COPYFILE_EXCL);
  });
}
