// Finds changes that do not compile: StrykerJS' own check needs the compiler's former interface, which TypeScript 7
// lacks.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Unused code does not count: it was removed, not needed. */
const UNUSED = new Set(['TS6133', 'TS6192', 'TS6196', 'TS6198']);

/**
 * The `mutants` ({ file, code }) that the compiler refuses. Each is written beside its source under another name, so
 * that one run of the compiler reads all of them.
 */
export function typesRefuse(root, mutants) {
  if (mutants.length === 0) return new Set();
  const folder = mkdtempSync(path.join(tmpdir(), 'earmark-types-'));
  try {
    cpSync(path.join(root, 'src'), path.join(folder, 'src'), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
    cpSync(path.join(root, 'tsconfig.json'), path.join(folder, 'base.json'));
    const names = mutants.map(({ file, code }, index) => {
      const name = file.replace(/\.(tsx?)$/, `.changed-${index}.$1`);
      writeFileSync(path.join(folder, name), code);
      return name;
    });
    const ambient = ['src/**/*.d.ts'];
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: './base.json', include: [...ambient, ...names], exclude: [] }),
    );
    const tsc = path.join(root, 'node_modules/typescript/lib/tsc.js');
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '--checkers', '1', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    const refused = new Set();
    for (const [, name, code] of stdout.matchAll(/^(\S+?)\(\d+,\d+\): error (TS\d+)/gm)) {
      const index = names.indexOf(name);
      if (index >= 0 && !UNUSED.has(code)) refused.add(mutants[index]);
    }
    return refused;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
