import { expect, test } from 'vitest';
import { settingsAreas } from '../../../src/machines/settings/areas.logic.ts';

const names = (...input: Parameters<typeof settingsAreas>) => settingsAreas(...input).map(({ name }) => name);

test('administrators have all areas, others their own numbers only (areas 3)', () => {
  const books = { id: 'L', mediaType: 'book' } as const;
  for (const type of ['root', 'admin'] as const) {
    expect(names({ type }, books)).toEqual(['config', 'configLibraries', 'libraryStats', 'configStats']);
    expect(names({ type }, null)).toEqual(['config', 'configLibraries', 'configStats']);
    expect(names({ type }, { id: 'L', mediaType: 'podcast' })).toEqual(['config', 'configLibraries', 'configStats']);
  }
  for (const type of ['user', 'guest'] as const) expect(names({ type }, books)).toEqual(['configStats']);
});
