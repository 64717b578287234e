import { render, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeyHint } from '../../../src/views/ui/tooltip-layer.tsx';

test('the hint of a key is not shown on a touch screen', () => {
  render(<KeyHint className="text-ink-3">Z</KeyHint>);
  expect(screen.getByText('Z').className.split(' ')).toEqual(expect.arrayContaining(['touch:hidden', 'text-ink-3']));
});

test('all keys beside actions are such hints; only the list of keys shows its own', () => {
  const views = join(import.meta.dirname, '../../../src/views');
  const files = readdirSync(views, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(files.filter((name) => readFileSync(join(views, name), 'utf8').includes('<kbd')).toSorted()).toEqual([
    'app/keys-dialog.tsx',
    'ui/tooltip-layer.tsx',
  ]);
});
