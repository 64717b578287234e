import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { hashSync } from 'bcryptjs';
import Database from 'libsql';
import { ROOT, untilScanned } from './demo.ts';
import { startServer } from './server.ts';

/** Media of the demo, in a data folder. */
const MEDIA = 'library';

/**
 * A data folder in which a server has scanned the demo and was stopped. Database and settings are restored before each
 * test. The media stay, so a start finds nothing to scan; after a test changed a file, the demo is scanned again. Each
 * run makes it with the server under test, so it is never older than its code.
 */
export interface DemoFolder {
  /** The folder as the scan left it, for one server at a time. */
  fresh(): Promise<string>;
  remove(): void;
}

/** @param parent folder that contains it */
export function createDemoFolder(parent: string): DemoFolder {
  const folder = mkdtempSync(path.join(parent, 'earmark-e2e-demo-'));
  const [data, kept] = [path.join(folder, 'data'), path.join(folder, 'kept')];
  const media = path.join(data, MEDIA);
  let files: string | null = null;
  const readIn = async () => {
    for (const one of [data, kept]) remove(one);
    const server = await startServer(data);
    await untilScanned(server);
    await server.stop();
    hashCheaply(data);
    copyAllBut(MEDIA, data, kept);
    files = listed(media);
  };
  return {
    async fresh() {
      if (files === null || files !== listed(media)) await readIn();
      // Always other files: the process of the scanning server may still have its database open.
      for (const name of readdirSync(data)) if (name !== MEDIA) remove(path.join(data, name));
      copyAllBut(MEDIA, kept, data);
      return data;
    },
    remove: () => remove(folder),
  };
}

/** Each test signs in several times with the public password of the demo, and a full hash takes 0.1 s. */
function hashCheaply(data: string): void {
  const database = new Database(path.join(data, 'earmark.sqlite'));
  database.prepare('UPDATE users SET passwordHash = ?').run(hashSync(ROOT.password, 4));
  database.close();
}

/** Every file with what changes on a write, move or replacement. */
function listed(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { ino, size, mtimeMs, ctimeMs } = statSync(path.join(folder, name));
      return [name, ino, size, mtimeMs, ctimeMs].join(' ');
    })
    .join('\n');
}

function copyAllBut(name: string, from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => path.relative(from, source) !== name,
  });
}

export function remove(target: string): void {
  rmSync(target, { recursive: true, force: true, maxRetries: 3 });
}
