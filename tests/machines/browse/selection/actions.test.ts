import { describe, expect, test } from 'vitest';
import { actionsOf } from '../../../../src/machines/browse/selection/actions.logic.ts';
import { partsOf } from '../../../../src/machines/browse/selection/selection.logic.ts';
import { jobParts } from '../../../../src/machines/edit/batch/batch.logic.ts';
import { markOf, pickedOf, toggled } from '../../../../src/machines/browse/selection/selection.logic.ts';
import type { SignedIn } from '../../../../src/schemas/api/auth.ts';
import { itemsPage } from '../../../../src/schemas/api/shelf.ts';
import type { User } from '../../../../src/schemas/api/user.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { recording } from '../../../support/recordings.ts';
import { knownBook, pickedBooks, pickedEpisodes } from '../../../support/selection-fixtures.ts';

const { user: root } = recording('auth/login-root').response.body as SignedIn;
const account = (type: User['type'], permissions: Partial<User['permissions']> = {}) => ({
  type,
  permissions: { ...root.permissions, update: false, delete: false, download: false, ...permissions },
});
const books = (...hasTracks: readonly boolean[]) =>
  ({
    count: hasTracks.length,
    items: hasTracks.map((has) => knownBook('a', { hasTracks: has })),
    mediaType: 'book',
  }) as const;
const episodes = {
  count: 1,
  items: pickedEpisodes('e').flatMap(({ item }) => item ?? []),
  mediaType: 'podcast',
} as const;

describe('what can be done', () => {
  test.each([
    ['a guest, books with sound', books(true, true), account('guest'), ['play', 'queue', 'finish', 'addToPlaylist']],
    ['one without sound (SEL-004)', books(true, false), account('guest'), ['finish', 'addToPlaylist']],
    ['not all is known', { ...books(true), items: null }, account('guest'), ['finish']],
    [
      'update (SEL-006, SEL-007)',
      books(false),
      account('user', { update: true }),
      ['finish', 'edit', 'addToPlaylist', 'addToCollection'],
    ],
    ['delete (SEL-008)', books(false), account('user', { delete: true }), ['finish', 'addToPlaylist', 'delete']],
    [
      'download is for administrators (AMB-29)',
      books(false),
      account('user', { download: true }),
      ['finish', 'addToPlaylist'],
    ],
    ['episodes', episodes, account('guest'), ['play', 'queue', 'finish', 'addToPlaylist']],
    [
      'episodes, of an administrator with all rights',
      episodes,
      account('admin', { update: true, delete: true, download: true }),
      ['play', 'queue', 'finish', 'addToPlaylist', 'delete'],
    ],
    [
      'an administrator (SEL-010, SEL-011, SEL-012)',
      books(true),
      account('admin'),
      ['play', 'queue', 'finish', 'addToPlaylist', 'quickMatch', 'embed', 'scan'],
    ],
    [
      'no administrator (SEL-009)',
      books(true),
      account('user', { update: true, delete: true, download: true }),
      ['play', 'queue', 'finish', 'edit', 'addToPlaylist', 'addToCollection', 'delete'],
    ],
    [
      'without sound no embed (SEL-025, VAL-053)',
      books(false),
      account('admin'),
      ['finish', 'addToPlaylist', 'quickMatch', 'scan'],
    ],
    [
      '40 to download (SEL-013, CON-045)',
      books(...Array.from({ length: 40 }, () => false)),
      account('admin', { download: true }),
      ['finish', 'addToPlaylist', 'quickMatch', 'scan', 'download'],
    ],
    [
      '41 to download (SEL-023, VAL-051, AMB-30)',
      books(...Array.from({ length: 41 }, () => false)),
      account('admin', { download: true }),
      ['finish', 'addToPlaylist', 'quickMatch', 'scan'],
    ],
    [
      'podcasts: nothing to play or to finish (SEL-003, SEL-005)',
      { count: 1, items: [knownBook('p', { mediaType: 'podcast', hasTracks: false })], mediaType: 'podcast' },
      account('root', { update: true, delete: true, download: true }),
      ['edit', 'delete', 'quickMatch', 'scan', 'download'],
    ],
    [
      'podcasts, also with sound: nothing to embed (SEL-024, VAL-052)',
      { count: 1, items: [knownBook('p', { mediaType: 'podcast', hasTracks: true })], mediaType: 'podcast' },
      account('root', { update: true, delete: true, download: true }),
      ['edit', 'delete', 'quickMatch', 'scan', 'download'],
    ],
    ['nothing is selected', books(), account('root'), []],
  ] as const)('%s', (_name, selected, user, actions) => {
    expect([...actionsOf(selected, user)]).toEqual(actions);
  });
});

test('a fully finished selection is marked as not finished (SEL-018), all else as finished (SEL-019)', () => {
  const mark = (...finished: string[]) => markOf(['a', 'b'], (id) => finished.includes(id));
  expect([mark('a', 'b'), mark('a'), mark()]).toEqual(['unfinish', 'finish', 'finish']);
});

describe('parts', () => {
  const ids = Array.from({ length: 120 }, (_, index) => String(index));

  test('a long batch goes in parts of 50, in order', () => {
    expect(partsOf(ids).map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(partsOf(ids).flat()).toEqual(ids);
  });

  test('a call that the server answers before it starts is sent as a whole', () => {
    expect(
      ['scan', 'quickMatch', 'delete'].map((kind) => jobParts(kind as 'scan', pickedBooks(...ids)).length),
    ).toEqual([1, 1, 3]);
  });
});

describe('the selection of a card', () => {
  const [item] = z.parse(itemsPage, recording('libraries/items-final-minified').response.body).results.items;
  if (item?.mediaType !== 'book') throw new Error('The recording has no book');

  test("its book, with the card's data", () => {
    const [picked] = pickedOf(item);
    expect(picked).toMatchObject({ id: item.id, item: { title: item.media.metadata.title, hasTracks: true } });
    expect(pickedOf({ ...item, isMissing: true })[0]?.item?.hasTracks).toBe(false);
  });

  test('all books of a collapsed series, by their ids', () => {
    const collapsedSeries = { id: 's', name: 'Saga', numBooks: 2, libraryItemIds: ['a', 'b'] };
    expect(pickedOf({ ...item, collapsedSeries })).toEqual([
      { id: 'a', item: null },
      { id: 'b', item: null },
    ]);
  });

  test('a press on several selects those that are left, then none', () => {
    const one = toggled(new Map(), pickedBooks('a'));
    const both = toggled(one, pickedBooks('a', 'b'));
    expect([[...both.keys()], toggled(both, pickedBooks('a', 'b')).size]).toEqual([['a', 'b'], 0]);
  });
});
