import { describe, expect, test, vi } from 'vitest';
import { addFeedsMachine } from '../../../../src/machines/edit/podcasts/add-feeds.machine.ts';
import { addPodcastMachine } from '../../../../src/machines/edit/podcasts/add-podcast.machine.ts';
import { selectFeedImport } from '../../../../src/machines/edit/podcasts/podcasts.selectors.ts';
import { feedImportMachine } from '../../../../src/machines/edit/podcasts/feed-import.machine.ts';
import { reportedItem } from '../../../../src/schemas/api/library-item-reduced.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { updateItem } from '../../../../src/services/endpoints/item-editing.ts';
import { createFromOpml, listPodcastTitles, parseOpml } from '../../../../src/services/endpoints/podcast-admin.ts';
import { listTasks } from '../../../../src/services/endpoints/tasks.ts';
import { podcastBody } from '../../../support/episode-fixtures.ts';
import { createHost } from '../../../support/host.ts';
import {
  feedsChosen,
  importReport,
  offered,
  place,
  podcastLibrary,
  titlesBody,
} from '../../../support/add-podcast-fixtures.ts';
import { recording } from '../../../support/recordings.ts';

const { id: libraryId } = podcastLibrary;
const gothic = { title: 'The Gothic Hour', feedUrl: offered().feedUrl };
const broken = { title: 'Broken', feedUrl: 'http://127.0.0.1:18081/broken/feed.xml' };
const fables = { title: 'Another name', feedUrl: 'http://127.0.0.1:18081/fables-daily/feed.xml' };
const added = z.parse(reportedItem, podcastBody);

describe('the modal of several feeds', () => {
  const open = (known = false) =>
    createHost(addFeedsMachine, {
      input: {
        folders: place.folders,
        feeds: [
          { ...gothic, isKnown: known },
          { ...broken, isKnown: false },
        ],
      },
    }).subject;

  test('selects those missing from the library', () => {
    const modal = open(true);
    modal.send({ type: 'addFeeds.setAutoDownload', checked: true });
    modal.send({ type: 'addFeeds.chooseFolder', folderId: 'f' });
    modal.send({ type: 'addFeeds.submit' });
    expect(modal.getSnapshot().output).toEqual({ feeds: [broken], folderId: 'f', autoDownloadEpisodes: true });
  });

  test('keeps the order of the list, and is not submitted without a feed', () => {
    const modal = open();
    modal.send({ type: 'addFeeds.toggleAll' });
    modal.send({ type: 'addFeeds.submit' });
    expect(modal.getSnapshot().status).toBe('active');
    modal.send({ type: 'addFeeds.toggle', feedUrl: broken.feedUrl });
    modal.send({ type: 'addFeeds.toggle', feedUrl: gothic.feedUrl });
    modal.send({ type: 'addFeeds.submit' });
    expect(modal.getSnapshot().output).toMatchObject({ feeds: [gothic, broken], folderId: place.folders[0]?.id });
  });

  test("returns the directory's data of each", () => {
    const feed = { ...gothic, itunesId: '5' };
    const modal = createHost(addFeedsMachine, {
      input: { folders: place.folders, feeds: [{ ...feed, isKnown: false }] },
    }).subject;
    modal.send({ type: 'addFeeds.submit' });
    expect(modal.getSnapshot().output).toMatchObject({ feeds: [feed] });
  });

  test('closed, it adds nothing', () => {
    const modal = open();
    modal.send({ type: 'addFeeds.close' });
    expect(modal.getSnapshot().output).toBe(null);
  });
});

describe('an import of feeds', () => {
  const start = (feeds = [broken, gothic, fables]) => {
    const host = createHost(feedImportMachine, {
      input: { feeds, folderId: 'f', autoDownloadEpisodes: false, libraryId },
    });
    const feedsNow = () => host.subject.getSnapshot().context.feeds;
    return { ...host, feedsNow, states: () => feedsNow().map(({ state }) => state) };
  };
  const at = (host: ReturnType<typeof start>, value: unknown) =>
    vi.waitFor(() => expect(host.subject.getSnapshot().value).toEqual(value));

  test('follows each feed by server events, and sends only failed ones once more', async () => {
    const host = start();
    host.ports.api.answer(createFromOpml, 'OK');
    // The server begins before it answers.
    host.subject.send(importReport.begun as never);
    await at(host, { running: 'waiting' });
    host.subject.send(importReport.brokenFeed as never);
    host.subject.send({ type: 'server.item.added', item: added });
    host.subject.send(importReport.exists as never);
    host.subject.send({ type: 'server.task.finished', task: { ...importReport.ended.task, id: 'of another import' } });
    await at(host, { running: 'waiting' });
    expect(host.feedsNow().map(({ state, itemId, reason }) => [state, itemId, reason?.key])).toEqual([
      ['failed', null, 'MessageTaskOpmlImportFeedFailed'],
      ['failed', null, 'MessageTaskOpmlImportFeedPodcastExists'],
      ['added', added.id, undefined],
    ]);
    host.subject.send(importReport.ended as never);
    expect(host.subject.getSnapshot().value).toBe('ended');
    host.subject.send({ type: 'feedImport.retry' });
    await at(host, { running: 'waiting' });
    expect(host.ports.api.inputsOf(createFromOpml)).toMatchObject([
      { feeds: [broken.feedUrl, gothic.feedUrl, fables.feedUrl], folderId: 'f', libraryId },
      { feeds: [broken.feedUrl, gothic.feedUrl] },
    ]);
    expect(host.parentEvents.map(({ type }) => type)).toEqual([
      'feedImport.begun',
      'feedImport.settled',
      'feedImport.begun',
    ]);
  });

  test('a failure of a title that the list does not have is of the feed whose turn it was', async () => {
    const host = start([fables, { title: 'Listed so', feedUrl: 'http://a.example/f' }, broken]);
    host.ports.api.answer(createFromOpml, 'OK');
    host.subject.send({ type: 'server.item.added', item: added });
    host.subject.send(importReport.exists as never);
    expect(host.feedsNow().map(({ state, reason }) => [state, reason?.key])).toEqual([
      ['added', undefined],
      ['failed', 'MessageTaskOpmlImportFeedPodcastExists'],
      ['waiting', undefined],
    ]);
  });

  test('that ends before its answer has ended with it; a feed without an event has failed', async () => {
    const host = start([broken, gothic]);
    host.ports.api.answer(createFromOpml, 'OK');
    for (const news of [importReport.begun, importReport.brokenFeed, importReport.ended])
      host.subject.send(news as never);
    await at(host, 'ended');
    expect(host.feedsNow().map(({ state, reason }) => [state, reason?.key])).toEqual([
      ['failed', 'MessageTaskOpmlImportFeedFailed'],
      ['failed', undefined],
    ]);
  });

  test('with missed events requests its progress', async () => {
    const host = start([broken, gothic]);
    host.ports.api.answer(createFromOpml, 'OK');
    host.ports.api.answer(listPodcastTitles, { podcasts: [] });
    await at(host, { running: 'waiting' });
    host.ports.api.answerOnce(listTasks, { tasks: [importReport.begun.task] });
    host.ports.clock.advance(10_000);
    await vi.waitFor(() => expect(host.ports.api.inputsOf(listPodcastTitles)).toHaveLength(1));
    await at(host, { running: 'waiting' });
    host.ports.api.answer(listTasks, { tasks: [] });
    host.ports.api.answer(listPodcastTitles, titlesBody);
    host.ports.clock.advance(10_000);
    await at(host, 'ended');
    expect(host.states()).toEqual(['failed', 'added']);
  });

  test('retries when the server was unreachable', async () => {
    const host = start([broken, gothic]);
    host.ports.api.answer(createFromOpml, 'OK');
    await at(host, { running: 'waiting' });
    host.ports.api.refuseOnce(listTasks, { kind: 'network' });
    host.ports.clock.advance(10_000);
    await at(host, { running: 'waiting' });
    expect(host.states()).toEqual(['waiting', 'waiting']);
    host.ports.api.answer(listTasks, { tasks: [] });
    host.ports.api.answer(listPodcastTitles, titlesBody);
    host.ports.clock.advance(10_000);
    await at(host, 'ended');
    expect(host.states()).toEqual(['failed', 'added']);
  });

  test("keeps the directory's id of a podcast, once, and continues after a failure", async () => {
    const host = start([{ ...fables, itunesId: '77' } as typeof fables, gothic]);
    const report = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    host.ports.api.answer(createFromOpml, 'OK');
    host.ports.api.refuse(updateItem, { kind: 'forbidden', message: '' });
    await at(host, { running: 'waiting' });
    for (const item of [added, added, { ...added, id: 'other', media: { metadata: gothic } } as typeof added])
      host.subject.send({ type: 'server.item.added', item });
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(1));
    expect(host.ports.api.inputsOf(updateItem)).toEqual([{ id: added.id, change: { metadata: { itunesId: '77' } } }]);
    expect(host.subject.getSnapshot().status).toBe('active');
  });

  test('that the server refuses is reported, with nothing lost', async () => {
    const host = start([gothic]);
    host.ports.api.refuseOnce(createFromOpml, { kind: 'timeout' });
    await at(host, 'failed');
    expect(host.subject.getSnapshot().context.error).toMatchObject({ kind: 'timeout' });
    host.ports.api.answer(createFromOpml, 'OK');
    host.subject.send({ type: 'feedImport.retry' });
    await at(host, { running: 'waiting' });
    expect(host.subject.getSnapshot().context.error).toBe(null);
  });
});

describe('the page', () => {
  const open = (memory: unknown = null) => {
    const host = createHost(addPodcastMachine, {
      input: { route: { name: 'libraryPodcastSearch', libraryId }, entryKey: 'k', memory },
      named: { modals: null, router: null, toasts: null },
    });
    host.ports.api.answer(listPodcastTitles, titlesBody);
    const context = () => host.subject.getSnapshot().context;
    const read = (text: string, name = 'x.opml') =>
      host.subject.send({ type: 'addPodcast.import', file: new File([text], name), place });
    return { ...host, context, read };
  };
  const opml = (recording('podcasts/opml-parse').request.body as { opmlText: string }).opmlText;
  const parsed = recording('podcasts/opml-parse').response.body;

  test("reads a file, and offers its feeds with the library's state", async () => {
    const page = open();
    await vi.waitFor(() => expect(page.context().known).not.toBe(null));
    page.ports.api.answer(parseOpml, parsed);
    page.read(opml);
    await vi.waitFor(() => expect(page.receivedBy('modals')).toHaveLength(1));
    expect(page.ports.api.inputsOf(parseOpml)).toEqual([{ opmlText: opml }]);
    expect(page.receivedBy('modals')).toMatchObject([
      {
        modal: 'addFeeds',
        input: { folders: place.folders, feeds: [{ ...gothic, isKnown: true }, { isKnown: true }] },
      },
    ]);
    expect(page.context().file).toBe(null);
  });

  test.each([
    ['<html><outline />', 'notOpml'],
    ['<opml version="1.0"></opml>', 'notOpml'],
    [`<opml><outline ${' '.repeat(8 * 1024 * 1024)}`, 'tooLong'],
  ])('a file that is no list is not sent (%#)', async (text, problem) => {
    const page = open();
    page.read(text);
    await vi.waitFor(() => expect(page.context().fileProblem).toBe(problem));
    expect(page.context().file).toBe(null);
    expect(page.ports.api.inputsOf(parseOpml)).toEqual([]);
  });

  test('a list without feeds, and one that the server cannot read, are reported; the next one is read', async () => {
    const page = open();
    page.ports.api.answerOnce(parseOpml, { feeds: [] });
    page.read(opml);
    await vi.waitFor(() => expect(page.context().fileProblem).toBe('noFeeds'));
    page.ports.api.refuseOnce(parseOpml, { kind: 'rejected', status: 400, message: 'Bad Request' });
    page.read(opml);
    await vi.waitFor(() => expect(page.context().fileError).toMatchObject({ kind: 'rejected' }));
    expect([page.context().fileProblem, page.context().file]).toEqual([null, null]);
    page.ports.api.answerOnce(parseOpml, { feeds: [{ title: ' ', feedUrl: 'http://a.example/f' }] });
    page.read(opml);
    await vi.waitFor(() => expect(page.receivedBy('modals')).toHaveLength(1));
    expect(page.receivedBy('modals')).toMatchObject([{ input: { feeds: [{ title: 'http://a.example/f' }] } }]);
  });

  test('adds the selection of several searches, which clears only on adding', async () => {
    const page = open();
    const other = offered({ feedUrl: 'http://a.example/other', title: 'Other' });
    page.subject.send({ type: 'addPodcast.toggle', podcast: offered() });
    page.subject.send({ type: 'addPodcast.toggle', podcast: other });
    page.subject.send({ type: 'addPodcast.addSelected', place });
    expect(page.receivedBy('modals')).toMatchObject([{ input: { feeds: [gothic, { title: 'Other' }] } }]);
    page.subject.send(feedsChosen(null));
    expect(page.context().selected).toHaveLength(2);
    const saved = page.parentEvents.at(-1) as unknown as { memory: object };
    expect(open(saved.memory).context().selected).toHaveLength(2);
    page.ports.api.answer(createFromOpml, 'OK');
    page.subject.send(feedsChosen({ feeds: [gothic], folderId: 'f', autoDownloadEpisodes: true }));
    expect(page.context().selected).toEqual([]);
    const adding = page.parentEvents.at(-1) as unknown as { memory: object };
    expect(open(adding.memory).context().selected, 'what is being added is not selected on the way back').toEqual([]);
    await vi.waitFor(() =>
      expect(page.ports.api.inputsOf(createFromOpml)).toEqual([
        { libraryId, folderId: 'f', feeds: [gothic.feedUrl], autoDownloadEpisodes: true },
      ]),
    );
    page.subject.send({ type: 'addPodcast.import', file: new File([''], 'x'), place });
    page.subject.send({ type: 'addPodcast.type', text: 'another search' });
    page.subject.send({ type: 'addPodcast.submit', place });
    expect(selectFeedImport(page.subject.getSnapshot()), 'a search ends no import').toBeDefined();
    expect(page.context().file).toBe(null);
    page.subject.send(importReport.begun as never);
    const metadata = { ...added.media.metadata, feedUrl: gothic.feedUrl };
    const item = { ...added, libraryId, media: { ...added.media, metadata } } as typeof added;
    page.subject.send({ type: 'server.item.added', item: { ...item, id: 'foreign', libraryId: 'another' } });
    page.subject.send({ type: 'server.item.added', item });
    page.ports.clock.advance(1000);
    await vi.waitFor(() => expect(page.ports.api.inputsOf(listPodcastTitles)).toHaveLength(2));
    const feeds = selectFeedImport(page.subject.getSnapshot())?.getSnapshot().context.feeds;
    expect(feeds?.map(({ state, itemId }) => [state, itemId])).toEqual([['added', added.id]]);
    page.subject.send(importReport.ended as never);
    await vi.waitFor(() => expect(page.subject.getSnapshot().matches({ adding: { following: 'settled' } })).toBe(true));
    page.subject.send({ type: 'addPodcast.dismiss' });
    expect(selectFeedImport(page.subject.getSnapshot())).toBeUndefined();
  });
});
