import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changedItems,
  clashesAfter,
  faultyItems,
  formerOf,
  keptOf,
  payloadsOf,
  restored,
  reverted,
  savedItems,
  valuesOf,
  withChange,
  withForms,
  type BatchItem,
  type Drafts,
} from '../../../../src/machines/edit/batch-edit/drafts.logic.ts';
import {
  mapDetailsOf,
  mapped,
  mappedFields,
  mapTyped,
  merged,
  populated,
  populatedFrom,
  toggledUse,
  type MapDetails,
} from '../../../../src/machines/edit/batch-edit/map-details.logic.ts';
import { changeCounts, changeRows, updateParts } from '../../../../src/machines/edit/batch-edit/sending.logic.ts';
import { batchDraft } from '../../../../src/schemas/drafts.ts';
import { mediaChanges } from '../../../../src/schemas/requests/items.ts';
import { z } from '../../../../src/schemas/zod.ts';
import type { DetailChange } from '../../../../src/machines/edit/item-edit/details-form.logic.ts';
import {
  FIELDS,
  isSame,
  NO_DETAILS,
  type DetailName,
  type Details,
} from '../../../../src/machines/edit/item-edit/details.logic.ts';

const item = (id: string, base: Partial<Details> = {}, mediaType: BatchItem['mediaType'] = 'book'): BatchItem => ({
  id,
  libraryId: 'l',
  mediaType,
  updatedAt: 1,
  coverPath: null,
  path: 'Author/Title',
  isFile: false,
  base: { ...NO_DETAILS, title: id, ...base },
});
const itemsOf = (...all: readonly BatchItem[]) => new Map(all.map((one) => [one.id, one]));
const set = (field: DetailName, value: unknown) => ({ type: 'form.change', field, value }) as DetailChange;

const word = fc.constantFrom('', 'One', 'Two', ' Three ', 'one');
const names = fc.uniqueArray(fc.constantFrom('Ann', 'Béa', 'Cid'), { maxLength: 3 });
const series = names.map((all) => all.map((name, at) => ({ name, sequence: at === 0 ? '' : String(at) })));
const LISTS: readonly DetailName[] = ['authors', 'narrators', 'genres', 'tags'];
const valueOf = (field: DetailName): fc.Arbitrary<unknown> => {
  if (field === 'series') return series;
  // An empty one is invalid: it is never sent.
  if (field === 'title') return word.map((title) => `A ${title}`);
  if (LISTS.includes(field)) return names;
  return field === 'explicit' || field === 'abridged' ? fc.boolean() : word;
};
const change = fc.constantFrom(...FIELDS.book).chain((field) => valueOf(field).map((value) => ({ field, value })));
const edits = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), change), { maxLength: 12 });
const items = fc
  .record({ authors: names, genres: names, series, subtitle: word, explicit: fc.boolean() })
  .map((base) => itemsOf(item('a', base), item('b'), item('c', { publisher: 'Pub' })));

const edit = (all: ReturnType<typeof itemsOf>, steps: readonly [string, { field: DetailName; value: unknown }][]) =>
  steps.reduce<Drafts>((drafts, [id, { field, value }]) => {
    const one = all.get(id);
    return one ? withChange(drafts, one, set(field, value)) : drafts;
  }, new Map());

/** The server's result of a payload. */
function stored(base: Details, payload: object): Details {
  const { metadata = {}, ...own } = payload as { metadata?: Record<string, unknown>; tags?: string[] };
  const read = Object.entries(metadata).map(([field, value]) => {
    if (field === 'authors') return [field, (value as { name: string }[]).map(({ name }) => name)];
    if (field !== 'series') return [field, value ?? ''];
    const all = value as { name: string; sequence: string | null }[];
    return [field, all.map(({ name, sequence }) => ({ name, sequence: sequence ?? '' }))];
  });
  return { ...base, ...Object.fromEntries(read), ...(own.tags ? { tags: own.tags } : {}) };
}

describe('drafts of many items', () => {
  test('only changes are sent and saved by the server; their undo restores everything', () => {
    fc.assert(
      fc.property(items, edits, (all, steps) => {
        const drafts = edit(all, steps);
        const changed = changedItems(all, drafts);
        const payloads = payloadsOf(changed, drafts);
        const former = formerOf(changed, drafts);
        for (const one of all.values()) {
          const payload = payloads.get(one.id);
          const wanted = valuesOf(one, drafts);
          const after = payload ? stored(one.base, payload) : one.base;
          const sent = Object.keys({ ...payload?.metadata, ...payload });
          for (const field of FIELDS.book) {
            expect(isSame(after[field], wanted[field])).toBe(true);
            expect(sent.includes(field)).toBe(!isSame(one.base[field], wanted[field]));
          }
          if (!payload) continue;
          expect(Object.keys(former.get(one.id)?.metadata ?? {})).toEqual(Object.keys(payload.metadata ?? {}));
          const back = stored(after, former.get(one.id) ?? {});
          for (const field of FIELDS.book) expect(isSame(back[field], one.base[field])).toBe(true);
        }
        const body = [...payloads].map(([id, mediaPayload]) => ({ id, mediaPayload }));
        expect(body.length === 0 ? body : z.parse(mediaChanges, body)).toEqual(body);
      }),
    );
  });

  test('each draft is looked into once for each state of its item, so that a letter among 1,000 is quick', () => {
    let looks = 0;
    const subtitled = (subtitle: string) => ({
      get changed() {
        looks += 1;
        return { subtitle };
      },
      typed: {},
    });
    const all = itemsOf(item('a'), item('b', { subtitle: 'B' }), item('c'));
    const drafts: Drafts = new Map([
      ['a', subtitled('A')],
      ['b', subtitled('B')],
    ]);
    const idsOf = (items: typeof all) => changedItems(items, drafts).map(({ id }) => id);
    expect([idsOf(all), faultyItems(all, drafts)]).toEqual([['a'], []]);
    const before = looks;
    expect([idsOf(all), faultyItems(all, drafts), looks]).toEqual([['a'], [], before]);
    const after = new Map(all).set('b', item('b'));
    expect(idsOf(after)).toEqual(['a', 'b']);
  });

  test('saved and discarded values leave the draft, and retyping a value is no change', () => {
    fc.assert(
      fc.property(items, edits, (all, steps) => {
        const drafts = edit(all, steps);
        const ids = changedItems(all, drafts).map(({ id }) => id);
        expect(changedItems(savedItems(all, drafts, ids), drafts)).toEqual([]);
        let given = drafts;
        let typed = drafts;
        for (const one of all.values()) {
          given = reverted(given, one, null);
          for (const field of FIELDS.book) typed = withChange(typed, one, set(field, one.base[field]));
        }
        expect([given.size, typed.size]).toEqual([0, 0]);
      }),
    );
  });

  test('a tab keeps them over a reload, and reports values that changed meanwhile', () => {
    fc.assert(
      fc.property(items, edits, (all, steps) => {
        const drafts = edit(all, steps);
        const kept = z.parse(batchDraft, JSON.parse(JSON.stringify(keptOf(['a', 'b', 'c'], all, drafts, new Map()))));
        const back = restored(all, kept);
        expect(payloadsOf(changedItems(all, back.drafts), back.drafts)).toEqual(
          payloadsOf(changedItems(all, drafts), drafts),
        );
        expect(back.clashes.size).toBe(0);
      }),
    );
    const all = itemsOf(item('a', { genres: ['X'] }));
    const drafts = edit(all, [['a', { field: 'genres', value: ['Y'] }]]);
    const kept = keptOf(['a', 'gone'], all, drafts, new Map());
    const theirs = itemsOf(item('a', { genres: ['Z'] }));
    const clashes = new Map([['a', ['genres']]] as const);
    expect(restored(theirs, kept).clashes).toEqual(clashes);
    expect(restored(theirs, keptOf(['a'], theirs, drafts, clashes))).toEqual({ drafts, clashes });
    expect(restored(itemsOf(), kept).drafts.size).toBe(0);
  });

  test('a detail that was changed elsewhere clashes only where it is edited here, and becomes theirs elsewhere', () => {
    const before = itemsOf(item('a', { subtitle: 'S' }), item('b'));
    const drafts = edit(before, [['a', { field: 'subtitle', value: 'Mine' }]]);
    const after = itemsOf(item('a', { subtitle: 'Theirs', publisher: 'P' }), item('b', { subtitle: 'New' }));
    const clashes = clashesAfter(before, drafts, new Map(), after);
    expect(clashes).toEqual(new Map([['a', ['subtitle']]]));
    const form = valuesOf(after.get('a') ?? item('a'), drafts, clashes);
    expect([form.subtitle, form.publisher, form.clashes]).toEqual(['Mine', 'P', ['subtitle']]);
    expect(clashesAfter(after, drafts, clashes, after)).toEqual(clashes);
    const same = itemsOf(item('a', { subtitle: 'Mine' }));
    expect(clashesAfter(after, drafts, clashes, same).size).toBe(0);
  });

  test('text without a token yet becomes one on save; a title is required, a number has no spaces', () => {
    const all = itemsOf(item('a'), item('b'), item('c', { series: [{ name: 'S', sequence: '1' }] }));
    let drafts: Drafts = new Map();
    const [a, b, c] = [...all.values()];
    if (!a || !b || !c) throw new Error('Three items');
    drafts = withForms(drafts, [{ ...valuesOf(a, drafts), typed: { tags: ' new ' } }]);
    drafts = withChange(drafts, b, set('title', ' '));
    drafts = withChange(drafts, c, set('series', [{ name: 'S', sequence: '1 2' }]));
    expect(payloadsOf([a], drafts).get('a')).toEqual({ tags: ['new'] });
    expect(faultyItems(all, drafts).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(changeRows(all, drafts).map(({ id, field }) => [id, field])).toEqual([
      ['a', 'tags'],
      ['b', 'title'],
      ['c', 'series'],
    ]);
    expect(changeCounts([...changeRows(all, drafts), ...changeRows(all, drafts).slice(0, 1)])[0]).toEqual({
      field: 'tags',
      count: 2,
    });
    expect(reverted(drafts, a, 'tags').has('a')).toBe(false);
  });
});

describe('details for all items', () => {
  const used = (mode: MapDetails['mode'], given: Partial<Details>): MapDetails =>
    Object.entries(given).reduce(
      (map, [field, value]) => toggledUse(mapTyped(map, set(field as DetailName, value)), field as DetailName),
      mapDetailsOf('book', mode),
    );

  test('overwriting gives each item the ticked details and leaves the others', () => {
    fc.assert(
      fc.property(
        items,
        edits,
        fc.uniqueArray(change, { maxLength: 5, selector: ({ field }) => field }),
        (all, steps, given) => {
          const offered = given.filter(({ field }) => mappedFields('book', 'overwrite').includes(field));
          const map = used('overwrite', Object.fromEntries(offered.map(({ field, value }) => [field, value])));
          const drafts = edit(all, steps);
          for (const one of all.values()) {
            const before = valuesOf(one, drafts);
            const after = mapped(map, before);
            for (const field of FIELDS.book) {
              const chosen = offered.find((entry) => entry.field === field);
              expect(after[field]).toEqual(chosen ? chosen.value : before[field]);
            }
            expect(mapped(map, after)).toEqual(after);
          }
        },
      ),
    );
  });

  test('appending keeps the order, adds each name once, and does nothing the second time', () => {
    fc.assert(
      fc.property(names, names, (own, more) => {
        const list = merged(own, more);
        expect(list.slice(0, own.length)).toEqual(own);
        expect(new Set(list.map((name) => name.toLowerCase())).size).toBe(list.length);
        expect(more.every((name) => list.includes(name))).toBe(true);
        expect(merged(list, more)).toBe(list);
      }),
    );
    const form = valuesOf(item('a', { series: [{ name: 'Dune', sequence: '3' }], subtitle: 'S' }), new Map());
    const map = used('append', {
      series: [
        { name: 'dune ', sequence: '1' },
        { name: 'More', sequence: '' },
      ],
      subtitle: 'x',
    });
    const after = mapped(map, form);
    expect(after.series).toEqual([
      { name: 'Dune', sequence: '3' },
      { name: 'More', sequence: '' },
    ]);
    expect(after.subtitle).toBe('S');
    expect(mapped({ ...map, mode: 'append', uses: [] }, form)).toEqual(form);
  });

  test("text without a token yet is applied too, and text typed in an item's field stays in the others", () => {
    const map = {
      ...used('append', { genres: ['A'] }),
      values: { ...used('append', { genres: ['A'] }).values, typed: { genres: 'B' } },
    };
    const form = { ...valuesOf(item('a', { genres: ['C'] }), new Map()), typed: { genres: 'D', tags: 't' } };
    expect(mapped(map, form)).toMatchObject({ genres: ['C', 'D', 'A', 'B'], typed: { tags: 't' } });
  });

  test('what exists fills the ticked details: lists of all, of the others the first that says something', () => {
    const forms = [
      item('a', { genres: ['X'], explicit: false, subtitle: ' ' }),
      item('b', { genres: ['x', 'Y'], explicit: true, subtitle: 'Two', publisher: 'P' }),
    ].map((one) => valuesOf(one, new Map()));
    const map = ['genres', 'explicit', 'subtitle'].reduce(
      (all, field) => toggledUse(all, field as DetailName),
      mapDetailsOf('book'),
    );
    const { values } = populated(map, forms);
    expect([values.genres, values.explicit, values.subtitle, values.publisher]).toEqual([['X', 'Y'], true, 'Two', '']);
    const [, second] = forms;
    if (!second) throw new Error('Two forms');
    const one = populatedFrom(map, second);
    expect(one.uses).toEqual(['subtitle', 'genres', 'publisher', 'explicit']);
    expect(one.values.publisher).toBe('P');
    expect(toggledUse(one, 'genres').uses).toEqual(['subtitle', 'publisher', 'explicit']);
    expect(populated(map, []).values).toEqual(map.values);
  });

  test('a podcast has its own, and lists are what can be added', () => {
    expect(mappedFields('podcast', 'overwrite')).toEqual(['author', 'genres', 'tags', 'language', 'explicit']);
    expect(mappedFields('podcast', 'append')).toEqual(['genres', 'tags']);
    expect(mappedFields('book', 'append')).toEqual(['authors', 'narrators', 'series', 'genres', 'tags']);
  });
});

test('parts hold all in their order, none of them too long or too large', () => {
  const payload = fc
    .integer({ min: 0, max: 400_000 })
    .map((length) => ({ metadata: { description: 'x'.repeat(length) } }));
  fc.assert(
    fc.property(fc.array(payload, { maxLength: 12 }), fc.integer({ min: 0, max: 120 }), (large, small) => {
      const all = [...large, ...Array.from({ length: small }, () => ({ tags: ['t'] }))];
      const payloads = new Map(all.map((one, at) => [String(at), one]));
      const parts = updateParts(payloads);
      expect(parts.flat()).toEqual([...payloads.keys()]);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(50);
        const size = part.reduce((sum, id) => sum + JSON.stringify(payloads.get(id)).length, 0);
        expect(size <= 1_000_000 || part.length === 1).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});
