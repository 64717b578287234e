import { expect, test } from 'vitest';
import { detailText } from '../../../src/views/shared/item-edit-texts.tsx';

const t = ((key: string) => key) as unknown as Parameters<typeof detailText>[0];

test.each([
  ['title', 'One', 'One'],
  ['title', '', 'editItem.emptyValue'],
  ['description', '<p>Told by <b>the service</b>.</p><p>Twice</p>', 'Told by the service. Twice'],
  ['description', '<p></p>', 'editItem.emptyValue'],
  ['genres', ['Fable', 'Drama'], 'Fable, Drama'],
  ['series', [{ name: 'Kept', sequence: '2' }], 'Kept 2'],
  ['explicit', true, 'editItem.yes'],
  ['abridged', false, 'editItem.no'],
] as const)('%s of %j shows as %j', (field, value, text) => expect(detailText(t, field, value)).toBe(text));
