import fs from 'node:fs';
import path from 'node:path';

/** Path of a program: the configured place or on PATH; undefined when it is not installed. */
export function findProgram(
  name: string,
  set: string | undefined,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return [set, ...folders.map((folder) => path.join(folder, file))].find(
    (candidate) => candidate !== undefined && fs.existsSync(candidate),
  );
}
