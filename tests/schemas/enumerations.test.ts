import { describe, expect, test } from 'vitest';
import { coverProviders } from '../../src/machines/edit/item-edit/cover.logic.ts';
import { EPISODE_TYPES } from '../../src/machines/edit/podcasts/episode-form.logic.ts';
import { knownProviders } from '../../src/machines/edit/quick-match/find-providers.actor.ts';
import { methodOf } from '../../src/machines/admin/sessions/sessions.logic.ts';
import { mediaType } from '../../src/schemas/api/common.ts';
import { listeningSessionsPage } from '../../src/schemas/api/listening-session.ts';
import { playMethod } from '../../src/schemas/api/playback-session.ts';
import { userType } from '../../src/schemas/api/user.ts';
import { ereaderSettings } from '../../src/schemas/reading.ts';
import { z } from '../../src/schemas/zod.ts';
import { sessionsPageBody } from '../support/own-stats-fixtures.ts';

const takes = (schema: z.ZodMiniType, values: readonly unknown[]) =>
  values.filter((value) => z.safeParse(schema, value).success);
const valuesOf = (providers: readonly { readonly value: string }[]) => providers.map(({ value }) => value);

describe("the server's numbers and names are read as", () => {
  test('a way to play: direct, direct stream, transcoded, local (ENU-002)', () => {
    expect(takes(playMethod, [-1, 0, 1, 2, 3, 4])).toEqual([0, 1, 2, 3]);
    const { sessions } = z.parse(listeningSessionsPage, sessionsPageBody({ page: 0, total: 1, ids: [['a', 1]] }));
    const methods = [0, 1, 2, 3, 4].map((method) =>
      sessions.items.map((one) => methodOf({ ...one, playMethod: method })),
    );
    expect(methods.flat()).toEqual(['directPlay', 'directStream', 'transcode', 'local', null]);
  });

  test('a library of books or of podcasts (ENU-008)', () =>
    expect(takes(mediaType, ['book', 'podcast', 'music', ''])).toEqual(['book', 'podcast']));

  test('an account of root, an admin, a user or a guest (ENU-012)', () =>
    expect(takes(userType, ['root', 'admin', 'user', 'guest', 'owner'])).toEqual(['root', 'admin', 'user', 'guest']));

  test('an episode in full, a trailer or a bonus (ENU-010)', () =>
    expect(EPISODE_TYPES).toEqual(['full', 'trailer', 'bonus']));
});

describe('services to look for books, podcasts and covers with', () => {
  const own = [
    { slug: 'custom-1', name: 'For books', mediaType: 'book' },
    { slug: 'custom-2', name: 'For podcasts', mediaType: 'podcast' },
  ] as const;

  test('are those of the server, Audible by region, and then the own ones (ENU-013, ENU-014, ENU-017)', () => {
    expect(valuesOf(knownProviders('book', own))).toEqual([
      'google',
      'openlibrary',
      'itunes',
      'audible',
      ...['ca', 'uk', 'au', 'fr', 'de', 'jp', 'it', 'in', 'es'].map((region) => `audible.${region}`),
      'fantlab',
      'custom-1',
    ]);
  });

  test('of podcasts are iTunes and the own ones (ENU-015)', () =>
    expect(valuesOf(knownProviders('podcast', own))).toEqual(['itunes', 'custom-2']));

  test('of covers have one more, which knows covers only (ENU-016)', () => {
    const books = knownProviders('book', []);
    const added = valuesOf(coverProviders('book', books)).filter((value) => !valuesOf(books).includes(value));
    expect(added).toContain('audiobookcovers');
    expect(valuesOf(books)).not.toContain('audiobookcovers');
  });
});

test('books look dark or light, with or without serifs, on one page or two (ENU-022, ENU-023, ENU-024)', () => {
  const settings = (key: string, values: readonly string[]) =>
    values.filter((value) => z.safeParse(ereaderSettings, { [key]: value }).success);
  expect(settings('theme', ['dark', 'light', 'blue'])).toEqual(['dark', 'light']);
  expect(settings('font', ['sans-serif', 'serif', 'comic'])).toEqual(['sans-serif', 'serif']);
  expect(settings('spread', ['none', 'auto', 'three'])).toEqual(['none', 'auto']);
});
