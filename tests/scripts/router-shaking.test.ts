import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { markPure } from '../../scripts/router-shaking.ts';

test('components and contexts of the installed react-router are marked as pure, and no name for developers holds them', () => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('react-router'));
  const modules = readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const marked = modules.map(markPure).join('\n');
  expect(marked).toMatch(/^var Link = \/\* @__PURE__ \*\/ React\d*\.forwardRef\(/m);
  expect(marked).toMatch(/^var NavigationContext = \/\* @__PURE__ \*\/ React\d*\.createContext\(/m);
  expect(marked.match(/^\w+\.displayName =/gm)).toBeNull();
});
