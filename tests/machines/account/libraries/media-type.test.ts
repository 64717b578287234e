import { describe, expect, test, vi } from 'vitest';
import { librariesMachine } from '../../../../src/machines/account/libraries/libraries.machine.ts';
import { forMediaType } from '../../../../src/machines/account/libraries/libraries.setup.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { defaultPreferences, storedPreferences } from '../../../../src/schemas/preferences.ts';
import { listLibraries } from '../../../../src/services/endpoints/libraries.ts';
import { defineStored } from '../../../../src/services/storage.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

describe('going to a library of the other kind', () => {
  test.each([
    ['LIB-010', 'podcast', 'media.metadata.authorName', 'media.metadata.author'],
    ['LIB-010', 'podcast', 'media.metadata.authorNameLF', 'media.metadata.author'],
    ['LIB-011', 'podcast', 'media.duration', 'media.numTracks'],
    ['LIB-012', 'podcast', 'media.metadata.publishedYear', 'media.metadata.title'],
    ['keeps', 'podcast', 'addedAt', 'addedAt'],
    ['LIB-014', 'book', 'media.metadata.author', 'media.metadata.authorName'],
    ['LIB-014', 'book', 'media.numTracks', 'media.duration'],
    ['AMB-22 keeps', 'book', 'media.metadata.title', 'media.metadata.title'],
    ['keeps', 'book', 'size', 'size'],
  ] as const)('%s: to a %s library, %s becomes %s', (_row, mediaType, before, after) => {
    expect(forMediaType(mediaType, { orderBy: before, filterBy: 'all' }).orderBy).toBe(after);
  });

  test.each([
    'series.x',
    'no-series',
    'authors.x',
    'narrators.x',
    'publishers.x',
    'publishedDecades.x',
    'languages.x',
    'progress.x',
    'issues',
    'ebooks.x',
    'abridged',
  ])('LIB-013: a podcast library resets the filter %s', (filterBy) => {
    expect(forMediaType('podcast', { orderBy: 'size', filterBy }).filterBy).toBe('all');
  });

  test('keeps a filter that both kinds have', () => {
    expect([
      forMediaType('podcast', { orderBy: 'size', filterBy: 'genres.x' }).filterBy,
      forMediaType('book', { orderBy: 'size', filterBy: 'tags.x' }).filterBy,
    ]).toEqual(['genres.x', 'tags.x']);
  });
});

describe('the order and filter that this device likes', () => {
  const SETTINGS = defineStored('userSettings', storedPreferences);
  const body = recording('libraries/list').response.body as { libraries: { id: string; mediaType: string }[] };
  const idOf = (mediaType: string) => body.libraries.find((library) => library.mediaType === mediaType)?.id ?? '';

  function open(currentId: string | null) {
    const ports = createFakePorts();
    ports.api.answer(listLibraries, body);
    ports.storage.write(SETTINGS, {
      ...defaultPreferences,
      orderBy: 'media.duration',
      filterBy: 'issues',
      orderDesc: true,
    });
    const host = createHost(librariesMachine, {
      ports,
      input: { currentId },
      named: { preferences: preferencesMachine },
    });
    const liked = () => {
      const { orderBy, filterBy, orderDesc } = ports.storage.read(SETTINGS) ?? defaultPreferences;
      return { orderBy, filterBy, orderDesc };
    };
    return {
      ...host,
      liked,
      ready: () => vi.waitFor(() => expect(host.subject.getSnapshot().matches({ list: 'ready' })).toBe(true)),
    };
  }

  test('stay while the library is of their kind', async () => {
    const { liked, ready } = open(idOf('book'));
    await ready();
    expect(liked()).toEqual({ orderBy: 'media.duration', filterBy: 'issues', orderDesc: true });
  });

  test('are those of the other kind as soon as another library is chosen', async () => {
    const { subject, liked, ready } = open(idOf('book'));
    await ready();
    subject.send({ type: 'libraries.select', id: idOf('podcast') });
    expect(liked()).toEqual({ orderBy: 'media.numTracks', filterBy: 'all', orderDesc: true });
    subject.send({ type: 'libraries.select', id: idOf('book') });
    expect(liked()).toEqual({ orderBy: 'media.duration', filterBy: 'all', orderDesc: true });
  });

  test('are those of the kind of the first chosen library', async () => {
    const { subject, liked } = open(null);
    await vi.waitFor(() => expect(subject.getSnapshot().context.libraries).not.toEqual([]));
    subject.send({ type: 'libraries.select', id: null });
    subject.send({ type: 'libraries.select', id: idOf('podcast') });
    expect(liked()).toEqual({ orderBy: 'media.numTracks', filterBy: 'all', orderDesc: true });
  });

  test('are put right when a link leads straight into a library of the other kind', async () => {
    const { liked, ready } = open(idOf('podcast'));
    await ready();
    expect(liked()).toEqual({ orderBy: 'media.numTracks', filterBy: 'all', orderDesc: true });
  });
});

test.each(['sequence', 'progress'])(
  'the order by %s, which only a filter has, goes with another library',
  (orderBy) => {
    for (const mediaType of ['book', 'podcast'] as const)
      expect(forMediaType(mediaType, { orderBy, filterBy: 'all' }).orderBy).toBe('media.metadata.title');
  },
);
