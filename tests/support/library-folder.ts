import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export type Content = string | Uint8Array;

/** Writes a file below a folder, with its missing folders; returns its path. */
export function writeBelow(root: string, relPath: string, content: Content = ''): string {
  const file = path.join(root, relPath);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  return file;
}

/** A folder with files, removed at the end of the test. */
export function folderOf(files: Readonly<Record<string, Content>>): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-folder-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeBelow(root, name, content);
  return root;
}
