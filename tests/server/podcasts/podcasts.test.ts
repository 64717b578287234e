import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recording, socketRecording } from '../../support/recordings.ts';
import { expectSameShape } from '../../support/shape.ts';
import { createItemScanner } from '../../../server/scan/item-scanner.ts';
import { findItemsAt } from '../../../server/scan/walk.ts';
import { payloadsByReceiver } from '../../../server/socket/audience.ts';
import type { Answer } from '../../support/embedded-server.ts';
import { at, listAt } from '../library/support.ts';
import { episodeFile, feedXml, publishedAt, startPodcasts, type PodcastServer } from './support.ts';

let server: PodcastServer;
beforeAll(async () => {
  server = await startPodcasts();
  const cover = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#336' } })
    .jpeg()
    .toBuffer();
  server.web.answer('/cover.jpg', cover, 'image/jpeg');
  for (const [index, number] of ['07', '01', '05', '10', '08'].entries())
    server.web.answer(`/ep${index + 1}.mp3`, episodeFile(number), 'audio/mpeg');
});
afterAll(() => server.stop());
beforeEach(() => void server.announcements.splice(0));

const titles = ['The Fox', 'The Hare', 'The Ant', 'The Lion', 'The Crow'];
const entries = titles.map((title, index) => ({ number: index + 1, title })).toReversed();
const publish = (name: string, episodes = entries): string => {
  server.web.answer(`/${name}.xml`, feedXml(server.web.url, name, episodes));
  return `${server.web.url}/${name}.xml`;
};
const create = (
  name: string,
  more: Record<string, unknown> = {},
  metadata: Record<string, unknown> = {},
): Promise<Answer> =>
  server.root.send('POST', '/api/podcasts', {
    path: path.join(server.folder, name),
    folderId: server.library.folders[0]?.id,
    libraryId: server.library.id,
    media: {
      metadata: {
        title: name,
        author: 'The Aesop Players',
        feedUrl: publish(name),
        imageUrl: `${server.web.url}/cover.jpg`,
        explicit: false,
        genres: ['Arts:Books'],
        ...metadata,
      },
      autoDownloadEpisodes: false,
    },
    ...more,
  });
const made = async (name: string): Promise<string> => String(at((await create(name)).body, 'id'));
const feedOf = async (name: string): Promise<unknown[]> =>
  listAt(
    (await server.root.send('POST', '/api/podcasts/feed', { rssFeed: `${server.web.url}/${name}.xml` })).body,
    'podcast',
    'episodes',
  );
const error = ({ status, headers, body }: Answer) => [status, headers.get('content-type'), body];
const recorded = (name: string) => {
  const { response } = recording(name);
  return [response.status, response.headers['content-type'], response.body];
};
const named = (event: string) =>
  server.announcements.filter((entry) => entry.event === event).map(({ payload }) => payload);
const idle = () =>
  vi.waitFor(
    () => {
      if (server.ctx.downloads.current()) throw new Error('Still loading');
    },
    { timeout: 10_000, interval: 10 },
  );
const load = async (id: string, episodes: readonly unknown[]): Promise<unknown> => {
  await server.root.send('POST', `/api/podcasts/${id}/download-episodes`, episodes);
  await idle();
  return (await server.root.get(`/api/items/${id}?expanded=1`)).body;
};

describe('a feed', () => {
  test('is fetched, parsed and answered in the recorded shape', async () => {
    publish('Shape');
    const { body } = await server.root.send('POST', '/api/podcasts/feed', { rssFeed: `${server.web.url}/Shape.xml` });
    expectSameShape(body, recording('podcasts/feed-second').response.body);
    expect(at(body, 'podcast', 'metadata')).toEqual({
      image: `${server.web.url}/cover.jpg`,
      categories: ['Arts:Books', 'Kids & Family'],
      feedUrl: `${server.web.url}/Shape.xml`,
      description: '<p>A podcast called <em>Shape</em>.</p>',
      descriptionPlain: 'A podcast called Shape.',
      type: 'episodic',
      title: 'Shape',
      language: 'en-us',
      explicit: 'false',
      author: 'The Aesop Players',
      pubDate: null,
      link: 'https://example.com/x',
    });
  });

  test.each(['feed-err-not-a-feed', 'feed-err-url'])('is refused as recorded in %s', async (name) => {
    server.web.answer('/broken/feed.xml', '<html><body>not a feed</body></html>', 'text/html');
    const rssFeed = name === 'feed-err-url' ? 'not a url' : `${server.web.url}/broken/feed.xml`;
    expect(error(await server.root.send('POST', '/api/podcasts/feed', { rssFeed }))).toEqual(
      recorded(`podcasts/${name}`),
    );
  });

  test('is read for administrators only', async () => {
    expect(error(await server.listener.send('POST', '/api/podcasts/feed', { rssFeed: server.web.url }))).toEqual(
      recorded('podcasts/feed-err-user'),
    );
  });
});

describe('a new podcast', () => {
  test('gets its folder and cover and is announced to accounts that can see it', async () => {
    const { status, body } = await create(
      'Fables',
      {},
      { description: '<p>Tales</p><script>1</script>', releaseDate: '', itunesPageUrl: '' },
    );
    expect(status).toBe(200);
    expectSameShape(
      { ...(body as object), lastScan: undefined, scanVersion: undefined },
      { ...(recording('podcasts/create').response.body as object), lastScan: undefined, scanVersion: undefined },
    );
    expect([
      at(body, 'relPath'),
      at(body, 'media', 'metadata', 'description'),
      at(body, 'media', 'coverPath'),
      at(body, 'media', 'autoDownloadSchedule'),
    ]).toEqual(['Fables', '<p>Tales</p>', path.join(server.folder, 'Fables', 'cover.jpg'), '0 * * * *']);
    expect([
      at(body, 'media', 'metadata', 'releaseDate'),
      at(body, 'media', 'metadata', 'itunesPageUrl'),
      at(body, 'media', 'metadata', 'language'),
    ]).toEqual(['', '', null]);
    expect(fs.readdirSync(path.join(server.folder, 'Fables'))).toEqual(['cover.jpg']);
    expect(server.announcements.map(({ event, audience }) => [event, audience.to])).toEqual([
      ['item_added', 'itemViewers'],
    ]);
  });

  test('survives a scan without episodes', async () => {
    const id = await made('Quiet');
    await server.ctx.scans.scanLibrary(server.library.id, { force: true });
    expect(at((await server.root.get(`/api/items/${id}`)).body, 'isMissing')).toBe(false);
  });

  test('is refused as recorded', async () => {
    await create('Twice');
    expect(error(await create('Twice'))).toEqual(recorded('podcasts/create-err-exists'));
    expect(error(await create('Other', { folderId: 'nope' }))).toEqual(recorded('podcasts/create-err-folder'));
    expect(error(await server.root.send('POST', '/api/podcasts', {}))).toEqual(recorded('podcasts/create-err-body'));
    expect(error(await server.listener.send('POST', '/api/podcasts', {}))).toEqual(
      recorded('podcasts/create-err-user'),
    );
  });

  test.each(['../outside', '/etc/outside', 'a/../../outside', '.', 'a\0b', 'link/inside'])(
    'is not created at %j, outside of the library folder',
    async (wanted) => {
      fs.rmSync(path.join(server.folder, 'link'), { force: true });
      fs.symlinkSync('/tmp', path.join(server.folder, 'link'));
      const { status } = await create('Outside', {
        path: wanted.startsWith('/') ? wanted : `${server.folder}/${wanted}`,
      });
      fs.rmSync(path.join(server.folder, 'link'), { force: true });
      expect([
        status,
        server.announcements,
        fs.existsSync(path.join(server.folder, '..', 'outside')),
        fs.existsSync('/tmp/inside'),
      ]).toEqual([400, [], false, false]);
    },
  );
});

describe('downloads', () => {
  test('run one after another with the recorded events and add the episodes', async () => {
    const id = await made('Downloads');
    server.announcements.splice(0);
    const item = await load(id, (await feedOf('Downloads')).slice(3));
    const order = server.announcements.map(({ event }) => event);
    expect(order).toEqual([
      'task_started',
      'episode_download_started',
      'episode_download_queued',
      'item_updated',
      'episode_added',
      'task_finished',
      'episode_download_finished',
      'task_started',
      'episode_download_started',
      'item_updated',
      'episode_added',
      'task_finished',
      'episode_download_finished',
    ]);
    for (const event of [
      'task_started',
      'task_finished',
      'episode_download_started',
      'episode_download_queued',
      'episode_download_finished',
    ]) {
      expectSameShape(
        named(event)[0],
        socketRecording('episode-download').events.find((entry) => entry.event === event)?.payload,
      );
    }
    expect(
      listAt(item, 'media', 'episodes').map((episode) => [
        at(episode, 'title'),
        at(episode, 'guid'),
        at(episode, 'publishedAt'),
        at(episode, 'audioTrack', 'metadata', 'relPath'),
      ]),
    ).toEqual([
      ['The Hare', 'guid-2', publishedAt(2), 'The Hare.mp3'],
      ['The Fox', 'guid-1', publishedAt(1), 'The Fox.mp3'],
    ]);
    expect(fs.readdirSync(path.join(server.folder, 'Downloads')).sort()).toEqual([
      'The Fox.mp3',
      'The Hare.mp3',
      'cover.jpg',
    ]);
  });

  test('keep their episodes and ids through the next scan', async () => {
    const id = await made('Rescan');
    const before = await load(id, (await feedOf('Rescan')).slice(4));
    await server.ctx.scans.scanLibrary(server.library.id, { force: true });
    const after = (await server.root.get(`/api/items/${id}?expanded=1`)).body;
    const facts = (item: unknown) =>
      listAt(item, 'media', 'episodes').map((episode) => [
        at(episode, 'id'),
        at(episode, 'title'),
        at(episode, 'description'),
        at(episode, 'guid'),
      ]);
    expect(facts(after)).toEqual(facts(before));
    expect(facts(after)).toHaveLength(1);
  });

  test('that end while the folder is scanned are not lost', async () => {
    const id = await made('Meanwhile');
    await load(id, (await feedOf('Meanwhile')).slice(4));
    const found = (await findItemsAt(server.folder, ['Meanwhile'], { audioOnly: true })).find(
      (item) => item.path === path.join(server.folder, 'Meanwhile'),
    );
    const scanner = createItemScanner(server.ctx);
    const known = found && scanner.knownOf(server.library.id, found);
    await load(id, (await feedOf('Meanwhile')).slice(3, 4));
    fs.rmSync(path.join(server.folder, 'Meanwhile', 'The Fox.mp3'));
    const item =
      found &&
      (await scanner.scan(server.library, server.library.folders[0]?.id ?? '', { ...found, files: [] }, known, true));
    expect([
      listAt(item, 'episodes').map((episode) => at(episode, 'title')),
      listAt(item, 'libraryFiles')
        .map((file) => at(file, 'metadata', 'filename'))
        .sort(),
    ]).toEqual([['The Hare'], ['The Hare.mp3', 'cover.jpg']]);
  });

  test('that fail are reported and leave nothing behind', async () => {
    const id = await made('Broken');
    server.announcements.splice(0);
    server.web.answer('/page.mp3', '<html>no audio</html>', 'audio/mpeg');
    await load(id, [
      { title: 'Missing', enclosure: { url: `${server.web.url}/nowhere.mp3` } },
      { title: 'Page', enclosure: { url: `${server.web.url}/page.mp3` } },
    ]);
    expect(
      named('task_finished').map((task) => [at(task, 'isFailed'), at(task, 'error'), at(task, 'errorKey')]),
    ).toEqual([
      [true, 'Failed', 'MessageTaskFailed'],
      [true, 'Failed', 'MessageTaskFailed'],
    ]);
    expect(
      named('episode_download_finished').map((download) => [at(download, 'failed'), at(download, 'isFinished')]),
    ).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(fs.readdirSync(path.join(server.folder, 'Broken'))).toEqual(['cover.jpg']);
  });

  test('of a podcast removed meanwhile leave no file', async () => {
    const id = await made('Removed');
    let release = (): void => undefined;
    server.web.handle('/late.mp3', (_request, response) => {
      release = () => void response.end(episodeFile('07'));
    });
    await server.root.send('POST', `/api/podcasts/${id}/download-episodes`, [
      { title: 'Late', enclosure: { url: `${server.web.url}/late.mp3` } },
    ]);
    await vi.waitFor(() => expect(server.web.requested).toContain('/late.mp3'));
    await server.root.send('DELETE', `/api/items/${id}`);
    release();
    await idle();
    expect([
      at(named('episode_download_finished')[0], 'failed'),
      fs.readdirSync(path.join(server.folder, 'Removed')),
    ]).toEqual([true, ['cover.jpg']]);
  });

  test('are shown while they load and wait, and the queue can be cleared', async () => {
    const id = await made('Queue');
    let release = (): void => undefined;
    server.web.handle('/slow.mp3', (_request, response) => {
      release = () => void response.end(episodeFile('07'));
    });
    const [first] = await feedOf('Queue');
    const slow = {
      ...(first as object),
      enclosure: { url: `${server.web.url}/slow.mp3`, type: 'audio/mpeg', length: '1' },
    };
    await server.root.send('POST', `/api/podcasts/${id}/download-episodes`, [
      slow,
      ...(await feedOf('Queue')).slice(2),
    ]);
    await server.root.send('POST', `/api/podcasts/${id}/download-episodes`, [slow]);
    const downloads = (await server.root.get(`/api/podcasts/${id}/downloads`)).body;
    expectSameShape(downloads, recording('podcasts/downloads').response.body);
    expect(listAt(downloads, 'downloads')).toHaveLength(3);
    const library = (await server.root.get(`/api/libraries/${server.library.id}/episode-downloads`)).body;
    expectSameShape(library, recording('libraries/episode-downloads').response.body);
    const item = (await server.root.get(`/api/items/${id}?expanded=1&include=downloads`)).body;
    expect([listAt(item, 'episodeDownloadsQueued').length, listAt(item, 'episodesDownloading').length]).toEqual([3, 1]);
    expect(error(await server.listener.get(`/api/podcasts/${id}/clear-queue`))[0]).toBe(403);
    expect(error(await server.root.get(`/api/podcasts/${id}/clear-queue`))).toEqual(recorded('podcasts/clear-queue'));
    expect(named('episode_download_queue_cleared')).toEqual([id]);
    await vi.waitFor(() => expect(server.web.requested).toContain('/slow.mp3'));
    release();
    await idle();
    expect((await server.root.get(`/api/libraries/${server.library.id}/episode-downloads`)).body).toEqual({
      queue: [],
    });
    expect(named('episode_download_finished')).toHaveLength(1);
  });

  test('get a different name when the file exists', async () => {
    const id = await made('Names');
    const [episode] = await feedOf('Names');
    await load(id, [
      episode,
      {
        ...(episode as object),
        title: '../The Crow',
        enclosure: { url: `${server.web.url}/ep2.mp3`, type: 'audio/mpeg', length: '1' },
      },
    ]);
    const names = fs.readdirSync(path.join(server.folder, 'Names')).filter((name) => name.endsWith('.mp3'));
    expect(names.sort()).toEqual([expect.stringMatching(/^The Crow \([\w-]{36}\)\.mp3$/), 'The Crow.mp3']);
  });

  test('of a hidden podcast are neither shown nor announced to an account', async () => {
    const { body } = await create('Explicit', {}, { explicit: true });
    let release = (): void => undefined;
    server.web.handle('/explicit.mp3', (_request, response) => {
      release = () => void response.end(episodeFile('07'));
    });
    server.announcements.splice(0);
    await server.root.send('POST', `/api/podcasts/${at(body, 'id')}/download-episodes`, [
      { title: 'E', enclosure: { url: `${server.web.url}/explicit.mp3` } },
    ]);
    const place = `/api/libraries/${server.library.id}/episode-downloads`;
    const child = await server.account('child', 'user', { accessExplicitContent: false });
    expect([
      (await child.get(place)).body,
      at((await server.root.get(place)).body, 'currentDownload', 'podcastTitle'),
    ]).toEqual([{ queue: [] }, 'Explicit']);
    await vi.waitFor(() => expect(server.web.requested).toContain('/explicit.mp3'));
    release();
    await idle();
    const report = server.announcements
      .filter(({ event }) => event.startsWith('episode_'))
      .map((announcement) => [
        announcement.event,
        ...[child, server.root].map(
          ({ user }) => payloadsByReceiver(announcement, [{ id: 's', userId: 'u' }], () => user ?? undefined).length,
        ),
      ]);
    expect(report).toEqual([
      ['episode_download_started', 0, 1],
      ['episode_added', 0, 1],
      ['episode_download_finished', 0, 1],
    ]);
  });

  test('are refused as recorded', async () => {
    const id = await made('Refused');
    expect(error(await server.root.send('POST', `/api/podcasts/${id}/download-episodes`, []))).toEqual(
      recorded('podcasts/download-episodes-err-empty'),
    );
    expect(error(await server.listener.send('POST', `/api/podcasts/${id}/download-episodes`, [{}]))).toEqual(
      recorded('podcasts/download-episodes-err-user'),
    );
  });
});

describe('new episodes', () => {
  test('are those published since the last check that are missing, the newest up to the limit', async () => {
    const id = await made('New');
    await server.root.send('PATCH', `/api/items/${id}/media`, { lastEpisodeCheck: publishedAt(2) });
    await load(id, (await feedOf('New')).slice(0, 1));
    server.announcements.splice(0);
    const { body } = await server.root.get(`/api/podcasts/${id}/checknew?limit=1`);
    expect(listAt(body, 'episodes').map((episode) => at(episode, 'title'))).toEqual(['The Lion']);
    await idle();
    const item = (await server.root.get(`/api/items/${id}?expanded=1`)).body;
    expect(listAt(item, 'media', 'episodes').map((episode) => at(episode, 'title'))).toEqual(['The Crow', 'The Lion']);
    expect(at(item, 'media', 'lastEpisodeCheck')).toBeGreaterThan(Date.now() - 60_000);
    expect((await server.root.get(`/api/podcasts/${id}/checknew?limit=1`)).body).toEqual(
      recording('podcasts/checknew').response.body,
    );
    expect(error(await server.listener.get(`/api/podcasts/${id}/checknew`))).toEqual(
      recorded('podcasts/checknew-err-user'),
    );
  });
});

describe('episodes', () => {
  let id: string;
  let episodes: string[];
  const episodeIds = (item: unknown) => listAt(item, 'media', 'episodes').map((episode) => String(at(episode, 'id')));
  beforeAll(async () => {
    id = await made('Episodes');
    episodes = episodeIds(await load(id, (await feedOf('Episodes')).slice(2)));
  });

  test('are shown, with the recorded errors', async () => {
    expectSameShape(
      (await server.root.get(`/api/podcasts/${id}/episode/${episodes[0]}`)).body,
      recording('podcasts/episode').response.body,
      ['audioFile.metaTags', 'audioFile.chapters.listOf'],
    );
    expect(error(await server.root.get(`/api/podcasts/${id}/episode/nope`))).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Not Found',
    ]);
    expect(error(await server.root.get('/api/podcasts/nope/episode/x'))).toEqual(recorded('podcasts/err-unknown'));
    const [book] = listAt((await server.root.get(`/api/libraries/${server.books.id}/items`)).body, 'results');
    expect(error(await server.root.get(`/api/podcasts/${at(book, 'id')}/episode/x`))).toEqual(
      recorded('podcasts/err-not-a-podcast'),
    );
  });

  test('are found in the feed by a similar title', async () => {
    const found = async (title: string) =>
      listAt(
        (await server.listener.get(`/api/podcasts/${id}/search-episode?title=${encodeURIComponent(title)}`)).body,
        'episodes',
      ).map((entry) => at(entry, 'episode', 'title'));
    expect((await found('the foxx'))[0]).toBe('The Fox');
    expect(await found('qqqqqqq wwwww')).toEqual([]);
    expect(error(await server.root.get(`/api/podcasts/${id}/search-episode`))).toEqual(
      recorded('podcasts/search-episode-err-no-title'),
    );
  });

  test('are changed field by field, with a sanitised description', async () => {
    const body = {
      title: 'New title',
      description: '<p>Edited 00:10 <b>now</b></p><script>1</script>',
      season: 2,
      episodeType: 'bonus',
      publishedAt: 5,
      chapters: [{ id: 7, start: 0, end: 3, title: 'A' }, { start: 'x' }],
      guid: 'mine',
    };
    const answer = await server.root.send('PATCH', `/api/podcasts/${id}/episode/${episodes[0]}`, body);
    const changed = listAt(answer.body, 'media', 'episodes').find((episode) => at(episode, 'id') === episodes[0]);
    expect(changed).toMatchObject({
      title: 'New title',
      description: '<p>Edited 00:10 <b>now</b></p>',
      season: '2',
      episodeType: 'bonus',
      publishedAt: 5,
      subtitle: 'Subtitle 3',
      chapters: [{ id: 0, start: 0, end: 3, title: 'A' }],
      guid: 'guid-3',
    });
    expect(server.announcements.map(({ event }) => event)).toEqual(['item_updated']);
    expect(error(await server.root.send('PATCH', `/api/podcasts/${id}/episode/nope`, { title: 'x' }))).toEqual(
      recorded('podcasts/episode-patch-err'),
    );
    expect(
      error(await server.listener.send('PATCH', `/api/podcasts/${id}/episode/${episodes[0]}`, { title: 'x' })),
    ).toEqual(recorded('podcasts/episode-patch-err-user'));
  });

  test('are filled from the feed again by an overriding match', async () => {
    await server.root.send('PATCH', `/api/podcasts/${id}/episode/${episodes[0]}`, {
      title: 'Changed',
      subtitle: 'Mine',
    });
    const match = async (query: string) =>
      (await server.root.send('POST', `/api/podcasts/${id}/match-episodes${query}`)).body;
    expect([await match(''), await match('?override=1'), await match('?override=1')]).toEqual([
      { numEpisodesUpdated: 0 },
      { numEpisodesUpdated: 1 },
      { numEpisodesUpdated: 0 },
    ]);
    expect((await server.root.get(`/api/podcasts/${id}/episode/${episodes[0]}`)).body).toMatchObject({
      title: 'The Ant',
      subtitle: 'Subtitle 3',
    });
    expect(error(await server.listener.send('POST', `/api/podcasts/${id}/match-episodes`))).toEqual(
      recorded('podcasts/match-episodes-err-user'),
    );
  });

  test('are removed from the library only, or with their file', async () => {
    const folder = path.join(server.folder, 'Episodes');
    expect(error(await server.listener.send('DELETE', `/api/podcasts/${id}/episode/${episodes[0]}`))).toEqual(
      recorded('podcasts/episode-delete-err-user'),
    );
    const soft = await server.root.send('DELETE', `/api/podcasts/${id}/episode/${episodes[1]}`);
    expect([episodeIds(soft.body), fs.existsSync(path.join(folder, 'The Hare.mp3'))]).toEqual([
      [episodes[0], episodes[2]],
      true,
    ]);
    const hard = await server.root.send('DELETE', `/api/podcasts/${id}/episode/${episodes[2]}?hard=1`);
    expect([episodeIds(hard.body), fs.existsSync(path.join(folder, 'The Fox.mp3'))]).toEqual([[episodes[0]], false]);
    expect(server.announcements.map(({ event }) => event)).toEqual(['item_updated', 'item_updated']);
  });
});

describe('OPML', () => {
  test.each(['opml-parse', 'opml-parse-garbage', 'opml-parse-err'])('is parsed as recorded in %s', async (name) => {
    const { body } = recording(`podcasts/${name}`).request;
    expect(error(await server.root.send('POST', '/api/podcasts/opml/parse', body))).toEqual(
      recorded(`podcasts/${name}`),
    );
  });

  test('creates a podcast for every feed and reports failures', async () => {
    const feeds = [`${server.web.url}/nowhere.xml`, publish('Imported'), publish('Imported')];
    const body = {
      feeds: [...feeds, `${server.web.url}/Imported.xml?again`],
      libraryId: server.library.id,
      folderId: server.library.folders[0]?.id,
      autoDownloadEpisodes: true,
    };
    expect(error(await server.root.send('POST', '/api/podcasts/opml/create', body))).toEqual(
      recorded('podcasts/opml-create'),
    );
    await vi.waitFor(() => expect(named('task_finished')).toHaveLength(1), { timeout: 5000 });
    const wanted = socketRecording('opml-create')
      .events.filter((entry) => entry.event === 'task_started')
      .map(({ payload }) => [at(payload, 'action'), at(payload, 'error')]);
    const report = (tasks: readonly unknown[]) =>
      tasks.map((task) => [at(task, 'action'), at(task, 'error'), at(task, 'description')]);
    expect(report(named('task_started').slice(1))).toEqual([
      [...(wanted[1] ?? []), `Importing RSS feed "${feeds[0]}"`],
      [...(wanted[2] ?? []), 'Creating podcast "Imported"'],
    ]);
    expect(report(named('task_finished'))).toEqual([[...(wanted[0] ?? []), 'Added 1 podcasts']]);
    const [added] = named('item_added');
    expect([
      at(added, 'media', 'metadata', 'genres'),
      at(added, 'media', 'autoDownloadEpisodes'),
      at(added, 'path'),
    ]).toEqual([['Arts:Books', 'Kids & Family'], true, path.join(server.folder, 'Imported')]);
  });

  test('needs a list of addresses', async () => {
    expect(error(await server.root.send('POST', '/api/podcasts/opml/create', { feeds: ['bad'] }))).toEqual(
      recorded('podcasts/opml-create-err'),
    );
  });

  test('of a library can be read again', async () => {
    await create('Q & "A" <1>', { path: path.join(server.folder, 'QA') });
    const { status, type, body } = await server.listener.get(`/api/libraries/${server.library.id}/opml`);
    const { body: parsed } = await server.root.send('POST', '/api/podcasts/opml/parse', { opmlText: body });
    expect([status, type]).toEqual([200, 'application/xml']);
    expect(listAt(parsed, 'feeds')).toContainEqual({
      title: 'Q & "A" <1>',
      feedUrl: `${server.web.url}/Q & "A" <1>.xml`,
    });
  });
});
