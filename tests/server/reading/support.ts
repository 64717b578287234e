import fs from 'node:fs';
import path from 'node:path';
import { scanBook, type BookScanOptions } from '../../../server/scan/scan-book.ts';
import type { FoundFile } from '../../../server/scan/types.ts';
import { walkItems } from '../../../server/scan/walk.ts';
import { folderOf, type Content } from '../../support/library-folder.ts';

/** A file as the walk finds it. */
export function foundIn(root: string, name: string): FoundFile {
  const file = path.join(root, name);
  const { size } = fs.statSync(file);
  const times = { mtimeMs: 1, ctimeMs: 1, birthtimeMs: 1 };
  const metadata = {
    filename: path.basename(name),
    ext: path.extname(name),
    path: file,
    relPath: name,
    size,
    ...times,
  };
  return { ino: '1', fileType: 'audio', metadata };
}

/** The one book of some files, and the log of its scan. */
export async function bookOf(files: Readonly<Record<string, Content>>, changes: Partial<BookScanOptions> = {}) {
  const logged: string[] = [];
  for await (const item of await walkItems(folderOf(files), { audioOnly: false })) {
    const book = await scanBook(item, {
      now: 1,
      precedence: ['folderStructure', 'audioMetatags', 'nfoFile', 'txtFiles', 'opfFile', 'absMetadata'],
      audiobooksOnly: false,
      parseSubtitle: false,
      edited: null,
      known: new Map(),
      log: (_level, message) => logged.push(message),
      ...changes,
    });
    return { ...book, logged };
  }
  throw new Error('There is no book');
}
