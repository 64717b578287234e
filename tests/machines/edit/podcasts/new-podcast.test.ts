import { describe, expect, test, vi } from 'vitest';
import {
  bodyOf,
  pathOf,
  previewOf,
  valuesOf,
  selectNewPodcastState,
} from '../../../../src/machines/edit/podcasts/new-podcast.logic.ts';
import { newPodcastMachine } from '../../../../src/machines/edit/podcasts/new-podcast.machine.ts';
import type { NewPodcastInput } from '../../../../src/machines/app/modals/modal-inputs.protocol.ts';
import { createPodcast, readFeed } from '../../../../src/services/endpoints/podcast-admin.ts';
import { createHost } from '../../../support/host.ts';
import { feed, feedBody, newPodcast, offered, titles } from '../../../support/add-podcast-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const exists = { kind: 'rejected', status: 400, message: 'Podcast already exists' } as const;
const created = recording('podcasts/create').response.body;

async function open(changes: Partial<NewPodcastInput> = {}) {
  const host = createHost(newPodcastMachine, { input: newPodcast(changes) });
  host.ports.api.answer(readFeed, feedBody);
  await vi.waitFor(() => expect(selectNewPodcastState(host.subject.getSnapshot())).toBe('ready'));
  const { form } = host.subject.getSnapshot().context;
  if (!form) throw new Error('The form is missing');
  const change = (field: string, value: unknown) => form.send({ type: 'form.change', field, value } as never);
  const submit = () => form.send({ type: 'form.submit' });
  const problems = () => form.getSnapshot().context.problems;
  const sent = () => host.ports.api.inputsOf(createPodcast);
  return { ...host, form, change, submit, problems, sent, output: () => host.subject.getSnapshot().output };
}

test("reads the feed, and adds its and the directory's data", async () => {
  const modal = await open();
  modal.ports.api.answer(createPodcast, created);
  modal.submit();
  await vi.waitFor(() => expect(modal.output()).toMatchObject({ title: 'Fables Daily' }));
  expect(modal.ports.api.inputsOf(readFeed)).toEqual([{ url: offered().feedUrl }]);
  expect(modal.sent()).toEqual([
    {
      path: '/podcasts/The Gothic Hour',
      folderId: 'c8b501a5-4667-443b-b378-09c25b7caf08',
      libraryId: 'b5715ef4-f7b2-4aeb-89e5-7b4712bb0675',
      media: {
        metadata: {
          title: 'The Gothic Hour',
          author: 'Edgar & Friends',
          description: '<p>A podcast called <em>The Gothic Hour</em>. See <a href="https://example.com">site</a>.</p>',
          releaseDate: '2024-01-29T08:30:00Z',
          genres: ['Arts:Books', 'Kids & Family'],
          feedUrl: 'http://127.0.0.1:18081/gothic-hour/feed.xml',
          imageUrl: 'http://127.0.0.1:18081/gothic-hour/cover.jpg',
          itunesPageUrl: 'https://podcasts.apple.com/us/podcast/the-gothic-hour/id1000000002',
          itunesId: '1000000002',
          itunesArtistId: '',
          language: 'en-us',
          explicit: true,
          type: 'serial',
        },
        autoDownloadEpisodes: false,
      },
    },
  ]);
});

test('an unreadable feed is reported, and reloaded', async () => {
  const host = createHost(newPodcastMachine, { input: newPodcast({ match: null }) });
  host.ports.api.refuseOnce(readFeed, { kind: 'notFound', message: 'no feed' });
  await vi.waitFor(() => expect(selectNewPodcastState(host.subject.getSnapshot())).toBe('failed'));
  expect(host.subject.getSnapshot().context.error).toMatchObject({ kind: 'notFound' });
  host.ports.api.answer(readFeed, feedBody);
  host.subject.send({ type: 'newPodcast.retry' });
  await vi.waitFor(() => expect(selectNewPodcastState(host.subject.getSnapshot())).toBe('ready'));
  host.subject.send({ type: 'newPodcast.close' });
  expect(host.subject.getSnapshot().output).toEqual({ itemId: null, title: '' });
});

test('a taken path shows an error at its field, and is not resent', async () => {
  const modal = await open();
  modal.ports.api.refuseOnce(createPodcast, exists);
  modal.submit();
  await vi.waitFor(() => expect(modal.problems()).toEqual({ path: 'pathTaken' }));
  modal.submit();
  expect(modal.sent()).toHaveLength(1);
  modal.change('path', '/podcasts/Another');
  modal.ports.api.answer(createPodcast, created);
  modal.submit();
  await vi.waitFor(() => expect(modal.output()).toBeDefined());
  expect(modal.sent()).toMatchObject([{}, { path: '/podcasts/Another' }]);
});

test('another failure keeps the typed values, with the reason', async () => {
  const modal = await open();
  modal.ports.api.refuseOnce(createPodcast, { kind: 'server', status: 500, message: 'no room' });
  modal.change('title', 'Mine');
  modal.submit();
  await vi.waitFor(() => expect(modal.form.getSnapshot().context.error).toMatchObject({ message: 'no room' }));
  expect(modal.form.getSnapshot().context.values.title).toBe('Mine');
  expect(modal.problems()).toEqual({});
});

test('says which podcast of the library has the same title', async () => {
  const modal = await open({ known: titles.podcasts });
  expect(modal.subject.getSnapshot().context.same).toEqual(titles.podcasts[1]);
});

describe('the form', () => {
  const values = valuesOf(newPodcast(), feed.podcast.metadata);
  const { folders } = newPodcast();

  test('makes the path of folder and title, until one is typed', () => {
    expect(pathOf({ ...values, title: 'Who: me?' })).toBe('/podcasts/Who - me');
    expect(pathOf({ ...values, title: 'Other', path: '/podcasts/Mine' })).toBe('/podcasts/Mine');
    expect(pathOf({ ...values, title: '???' })).toBe('');
  });

  test.each([
    [{ title: ' ' }, { title: 'titleMissing', path: 'pathMissing' }],
    [{ path: '' }, { path: 'pathMissing' }],
    [{ path: '/elsewhere/A' }, { path: 'pathOutside' }],
    [{ folderId: 'gone' }, { folderId: 'folderMissing' }],
  ])('%j cannot be added', async (changes, problems) => {
    const modal = await open();
    for (const [field, value] of Object.entries(changes)) modal.change(field, value);
    modal.submit();
    await vi.waitFor(() => expect(modal.problems()).toMatchObject(problems));
    expect(modal.sent()).toEqual([]);
  });

  test('takes values missing from the feed from the directory', () => {
    const bare = { feedUrl: 'http://a.example/f', title: '', author: null, categories: [], explicit: 'no' } as const;
    const match = offered({ genres: ['Drama', 'Drama'], explicit: false, cover: 'http://a.example/c.jpg' });
    const made = valuesOf(newPodcast({ match, folders }), bare as never);
    expect(made).toMatchObject({ title: 'The Gothic Hour', author: 'Edgar & Friends', genres: ['Drama'] });
    expect(made).toMatchObject({ type: 'episodic', explicit: false, language: '', description: '' });
    expect(bodyOf({ ...made, genreText: ' Fear ' }).media.metadata).toMatchObject({
      genres: ['Drama', 'Fear'],
      imageUrl: 'http://a.example/c.jpg',
    });
  });

  test('of an address has no data of a directory', () => {
    const made = valuesOf(newPodcast({ match: null, folders: [] }), feed.podcast.metadata);
    expect(made.folderId).toBe('');
    expect(bodyOf(made).media.metadata).toMatchObject({ itunesId: '', itunesPageUrl: '', releaseDate: '' });
  });
});

test('the preview is of the newest episodes, those without a date last', () => {
  const [one] = feed.podcast.episodes.items;
  const dates = [3, null, 9, 1, 9e15, 5, 4, 8];
  const items = dates.map((publishedAt) => ({ ...one, publishedAt }));
  const shown = previewOf({ podcast: { ...feed.podcast, episodes: { items, dropped: [] } } } as never);
  expect(shown.map(({ publishedAt }) => publishedAt)).toEqual([9, 8, 5, 4, 3]);
});
