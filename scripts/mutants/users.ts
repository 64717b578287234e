import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Areas using a source whose tests also run: more would take longer than they notice. */
const MOST_AREAS = 2;

interface Users {
  /** Areas whose sources import it, as `layer/area`, those with the most first. */
  readonly areas: readonly string[];
  /** Test files that import it. */
  readonly tests: readonly string[];
}

/**
 * Finds direct importers of a source of the project in `root`: `src/machines/x/y.logic.ts`, with paths from there.
 * Tests of other areas notice behaviour that only those use.
 */
export function usersIn(root: string): (file: string) => Users {
  const importers = new Map<string, string[]>();
  for (const folder of ['src/machines', 'src/views', 'tests/machines', 'tests/views']) {
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(name)) continue;
      const file = path.posix.join(folder, name.replaceAll('\\', '/'));
      for (const [, target = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/ from '(\.[^']+)';$/gm)) {
        const imported = path.posix.join(path.posix.dirname(file), target);
        importers.set(imported, [...(importers.get(imported) ?? []), file]);
      }
    }
  }
  return (file) => {
    const found = importers.get(file) ?? [];
    const own = areaOf(file);
    const counts = new Map<string, number>();
    for (const area of found.filter((one) => one.startsWith('src/')).map(areaOf))
      if (area !== own) counts.set(area, (counts.get(area) ?? 0) + 1);
    return {
      areas: [...counts].toSorted(([, one], [, other]) => other - one).map(([area]) => area),
      tests: found.filter((one) => /\.test\.tsx?$/.test(one)),
    };
  };
}

/** Tests of these sources' users: existing files and folders, without those of `known`. */
export function testsOfUsers(
  files: readonly string[],
  usersOf: (file: string) => Users,
  known: readonly string[],
  exists: (place: string) => boolean,
): readonly string[] {
  const users = files.map(usersOf);
  const folders = [...new Set(users.flatMap(({ areas }) => areas.map((area) => `tests/${area}`)))]
    .filter((folder) => exists(folder) && !known.includes(folder))
    .slice(0, MOST_AREAS);
  const covered = [...known, ...folders].map((folder) => `${folder}/`);
  const single = new Set(users.flatMap(({ tests }) => tests));
  return [...folders, ...[...single].filter((file) => !covered.some((folder) => file.startsWith(folder)))];
}

/** `machines/x/y` of `src/machines/x/y/z.ts`. */
const areaOf = (file: string) => file.split('/').slice(1, -1).join('/');
