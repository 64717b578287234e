import { expect, test } from 'vitest';
import { emailSettingsAnswer } from '../../src/schemas/api/email-settings.ts';
import { signedIn } from '../../src/schemas/api/auth.ts';
import { library } from '../../src/schemas/api/library.ts';
import { libraryItemExpanded } from '../../src/schemas/api/library-item-expanded.ts';
import { playbackSession } from '../../src/schemas/api/playback-session.ts';
import { podcastFeed } from '../../src/schemas/api/podcast-feed.ts';
import { z } from '../../src/schemas/zod.ts';
import { updateEreaderDevices } from '../../src/services/endpoints/emails.ts';
import { updateLibrary } from '../../src/services/endpoints/library-admin.ts';
import { downloadEpisodes } from '../../src/services/endpoints/podcast-admin.ts';
import { recording } from '../support/recordings.ts';

type Json = Record<string, unknown>;
const body = (name: string) => structuredClone(recording(name).response.body) as Json;

test("devices sent back as a whole keep a newer server's fields", () => {
  const device = {
    name: 'Reader',
    email: 'a@b.example',
    availabilityOption: 'specificUsers',
    users: ['u'],
    format: 'azw3',
    limits: { mb: 25 },
  };
  const { settings } = z.parse(emailSettingsAnswer, {
    settings: { ...(body('emails/settings')['settings'] as Json), ereaderDevices: [device] },
  });
  expect(updateEreaderDevices.body?.({ ereaderDevices: settings.ereaderDevices })).toEqual({
    ereaderDevices: [device],
  });
});

test('folders sent back with one change keep their ids and unknown fields; a new one has no id', () => {
  const answer = body('libraries/one');
  const [folder] = answer['folders'] as Json[];
  const known = { ...folder, watched: { since: 1 } };
  const { folders } = z.parse(library, { ...answer, folders: [known] });
  const change = { folders: [...folders, { fullPath: '/books/new' }] };
  expect(updateLibrary.body?.({ id: 'l', change })).toEqual({ folders: [known, { fullPath: '/books/new' }] });
  expect(updateLibrary.body?.({ id: 'l', change: { name: 'Books' } })).toEqual({ name: 'Books' });
});

test('episodes sent back for download keep their unknown fields, files and chapters', () => {
  const episode = {
    title: 'One',
    guid: 'g',
    mood: 'calm',
    enclosure: { url: 'https://a.example/1.mp3', type: 'audio/mpeg', length: '7', bitrate: '128' },
    chapters: [
      { id: 0, start: 0, end: 7, title: 'A', img: 'https://a.example/1.jpg' },
      { start: 7, url: 'https://a.example' },
    ],
  };
  const { podcast } = z.parse(podcastFeed, {
    podcast: { metadata: { feedUrl: 'https://a.example/feed' }, episodes: [episode] },
  });
  expect(downloadEpisodes.body?.({ id: 'p', episodes: podcast.episodes.items })).toEqual([episode]);
});

test('one unreadable device blocks no sign-in', () => {
  const answer = {
    ...body('auth/login-root'),
    ereaderDevices: [{ name: 'Reader', email: 'a@b.example' }, { name: 7 }],
  };
  expect(z.parse(signedIn, answer).ereaderDevices).toMatchObject({
    items: [{ name: 'Reader' }],
    dropped: [{ path: '1.name' }],
  });
});

test('a session plays whatever its item looks like, without unreadable chapters', () => {
  const answer = body('denied-guest/item-play');
  const chapters = answer['chapters'] as Json[];
  const odd = {
    ...answer,
    libraryItem: { updatedAt: 5, mediaType: 'film', media: 'gone' },
    chapters: [...chapters, { id: 'x' }],
  };
  const session = z.parse(playbackSession, odd);
  expect(session.libraryItem).toEqual({ updatedAt: 5 });
  expect(session.chapters.items).toHaveLength(chapters.length);
  expect(session.chapters.dropped).toHaveLength(1);
});

test('the page of a book opens without unreadable sound files, files, tracks or chapters', () => {
  const item = body('items/expanded') as {
    libraryFiles: Json[];
    media: Record<'audioFiles' | 'tracks' | 'chapters', Json[]>;
  };
  const whole = structuredClone(item);
  item.libraryFiles.push({ ino: null });
  for (const list of [item.media.audioFiles, item.media.tracks, item.media.chapters])
    list.unshift({ ino: 'i', metadata: 'lost' });
  const parsed = z.parse(libraryItemExpanded, item);
  if (parsed.mediaType !== 'book') throw new Error('the recording is of a book');
  const { audioFiles, tracks, chapters } = parsed.media;
  expect(
    [parsed.libraryFiles, audioFiles, tracks, chapters].map(({ items, dropped }) => [items.length, dropped.length]),
  ).toEqual(
    [whole.libraryFiles, whole.media.audioFiles, whole.media.tracks, whole.media.chapters].map(({ length }) => [
      length,
      1,
    ]),
  );
});
