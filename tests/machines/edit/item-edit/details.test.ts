import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  hasChanges,
  keepMine,
  takeTheirs,
  valuesOf,
  withTheirs,
  type DetailsValues,
} from '../../../../src/machines/edit/item-edit/details-form.logic.ts';
import { detailsOf, FIELDS, isSame, type Details } from '../../../../src/machines/edit/item-edit/details.logic.ts';
import { wholePodcast } from '../../../support/episode-fixtures.ts';
import { wholeBook } from '../../../support/item-fixtures.ts';

const saved = detailsOf(wholeBook);
const form = (changes: Partial<DetailsValues> = {}): DetailsValues => ({
  ...valuesOf(wholeBook.id, 'book', saved),
  ...changes,
});

describe('the payload', () => {
  test('is empty where only spaces were added', () => {
    expect(changesOf(form({ title: ` ${saved.title} ` }))).toEqual({});
    expect(hasChanges(form())).toBe(false);
  });

  test.each<[string, Partial<DetailsValues>, object]>([
    ['a text, without the spaces around it', { subtitle: ' A tale ' }, { metadata: { subtitle: 'A tale' } }],
    ['an emptied text', { title: 'T', description: '  ' }, { metadata: { title: 'T', description: null } }],
    ['a tick', { explicit: !saved.explicit }, { metadata: { explicit: !saved.explicit } }],
    ['tags, which are no metadata', { tags: ['one'] }, { tags: ['one'] }],
    ['authors in their order', { authors: ['B', 'A'] }, { metadata: { authors: [named(1, 'B'), named(2, 'A')] } }],
    [
      'series with and without a number',
      { series: [numbered('S', '1.5'), numbered('T', '')] },
      {
        metadata: {
          series: [
            { ...named(1, 'S'), sequence: '1.5' },
            { ...named(2, 'T'), sequence: null },
          ],
        },
      },
    ],
    [
      'what was typed in a token field and is no token yet',
      { genres: ['A'], typed: { genres: ' B ', tags: ' ' } },
      { metadata: { genres: ['A', 'B'] } },
    ],
    [
      'each of several names that were typed at once',
      { genres: ['A'], typed: { genres: 'B, C; A' } },
      { metadata: { genres: ['A', 'B', 'C'] } },
    ],
    ['nothing of a token that is there already', { typed: { genres: saved.genres[0] ?? '' } }, {}],
  ])('is %s', (_name, changes, body) => {
    expect(changesOf(form({ description: 'd', base: { ...saved, description: 'd' }, ...changes }))).toEqual(body);
  });

  test("of a podcast has a podcast's fields", () => {
    const values = valuesOf(wholePodcast.id, 'podcast', detailsOf(wholePodcast));
    expect(changesOf({ ...values, author: 'A', type: 'serial', subtitle: 'x' })).toEqual({
      metadata: { author: 'A', type: 'serial' },
    });
  });
});

describe('a change from elsewhere', () => {
  const mine = form({ subtitle: 'mine' });

  test('is taken where nothing was typed', () => {
    const after = withTheirs(mine, { ...saved, publisher: 'theirs' });
    expect([after.publisher, after.subtitle, after.clashes]).toEqual(['theirs', 'mine', []]);
    expect(changesOf(after)).toEqual({ metadata: { subtitle: 'mine' } });
  });

  test('conflicts where another value was typed, until a choice', () => {
    const after = withTheirs(mine, { ...saved, subtitle: 'theirs' });
    expect([after.subtitle, after.clashes]).toEqual(['mine', ['subtitle']]);
    expect(withTheirs(after, { ...saved, subtitle: 'theirs' }).clashes).toEqual(['subtitle']);
    const [their, my] = [takeTheirs(after, 'subtitle'), keepMine(after, 'subtitle')];
    expect([their.subtitle, their.clashes, hasChanges(their)]).toEqual(['theirs', [], false]);
    expect([my.subtitle, my.clashes, changesOf(my)]).toEqual(['mine', [], { metadata: { subtitle: 'mine' } }]);
    expect(withTheirs(my, { ...saved, subtitle: 'theirs' }).clashes).toEqual([]);
  });

  test('is none where both made the same value', () => {
    const after = withTheirs(mine, { ...saved, subtitle: 'mine' });
    expect([after.clashes, hasChanges(after)]).toEqual([[], false]);
  });

  test('takes a half-typed token away with the rest of the field', () => {
    const after = withTheirs(form({ typed: { tags: 'half' } }), { ...saved, tags: ['theirs'] });
    expect(after.clashes).toEqual(['tags']);
    expect(takeTheirs(after, 'tags')).toMatchObject({ tags: ['theirs'], typed: {} });
  });
});

const text = fc.constantFrom('', 'a', 'b', ' a');
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
const details: fc.Arbitrary<Details> = fc
  .record({ title: text, subtitle: text, isbn: text, tags: names, authors: names, explicit: fc.boolean() })
  .map((some) => ({ ...saved, ...some }));

test('with any edits here and there, only typed values are sent, and over theirs only after a choice', () => {
  fc.assert(
    fc.property(details, details, details, (before, typed, theirs) => {
      const values = withTheirs({ ...valuesOf('i', 'book', before), ...typed }, theirs);
      const { metadata = {}, tags } = changesOf(values);
      const sent = FIELDS.book.filter((field) => (field === 'tags' ? tags !== undefined : field in metadata));
      const untyped = sent.filter((field) => isSame(typed[field], before[field]));
      const unrequested = sent.filter(
        (field) => !isSame(theirs[field], before[field]) && !values.clashes.includes(field),
      );
      expect({ untyped, unrequested }).toEqual({ untyped: [], unrequested: [] });
    }),
  );
});

function named(index: number, name: string) {
  return { id: `new-${index}`, name };
}

function numbered(name: string, sequence: string) {
  return { name, sequence };
}
