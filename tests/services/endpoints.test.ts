import { expect, test } from 'vitest';
import { SLOW_CALL_MS } from '../../src/services/endpoints/define-endpoint.ts';
import { ENDPOINT_NAMES } from '../../src/services/endpoint-names.ts';
import { updateProgress } from '../../src/services/endpoints/me.ts';
import { removeNarrator } from '../../src/services/endpoints/library-lists.ts';
import { deleteTag } from '../../src/services/endpoints/metadata-utils.ts';
import { listItems } from '../../src/services/endpoints/libraries.ts';
import { routes } from '../contract/suite.ts';

const { endpoints } = routes;

test('every endpoint has a name of its own, made of area and verb', () => {
  const names = endpoints.map(({ name }) => name);
  expect(names.filter((name) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*4?[a-zA-Z]*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test('the list of their names is that of the endpoints', () => {
  expect([...ENDPOINT_NAMES]).toEqual(endpoints.map(({ name }) => name).sort());
});

test('calls whose method does not show whether they change data are marked, and no others', () => {
  expect(
    endpoints
      .filter(({ changesData }) => changesData !== undefined)
      .map(({ name, method }) => `${method} ${name}`)
      .sort(),
  ).toEqual([
    'GET backups.apply',
    'GET libraries.matchAll',
    'GET me.hideProgress',
    'GET me.hideSeries',
    'GET me.readdSeries',
    'GET notifications.fireTest',
    'GET notifications.test',
    'GET podcasts.checkNew',
    'GET podcasts.clearQueue',
    'POST auth.authorize',
    'POST items.batchGet',
    'POST playback.close',
    'POST playback.play',
    'POST playback.playEpisode',
    'POST playback.sync',
    'POST podcasts.parseOpml',
    'POST podcasts.readFeed',
    'POST server.validateCron',
    'POST sessions.saveAllLocal',
    'POST sessions.saveLocal',
    'POST uploads.checkPath',
  ]);
});

test('calls that wait for something else have their own time limits', () => {
  const limits = endpoints.flatMap(({ name, timeoutMs }) =>
    timeoutMs === undefined || timeoutMs === SLOW_CALL_MS ? [] : [[name, timeoutMs] as const],
  );
  expect(Object.fromEntries(limits)).toEqual({
    'playback.sync': 9_000,
    'playback.close': 6_000,
    'sessions.saveAllLocal': 9_000,
    'shares.saveProgress': 9_000,
    'items.match': 20_000,
    'authors.match': 20_000,
    'search.books': 20_000,
    'search.covers': 20_000,
    'search.podcasts': 20_000,
    'server.ping': 3000,
    'search.authors': 20_000,
    'search.chapters': 20_000,
    'uploads.item': 0,
    'uploads.cover': 0,
    'uploads.backup': 0,
    'backups.create': 0,
    'backups.apply': 0,
  });
});

test('calls that keep the server busy get two minutes', () => {
  const slow = endpoints.filter(({ timeoutMs }) => timeoutMs === SLOW_CALL_MS).map(({ name }) => name);
  expect(slow.sort()).toEqual([
    'account.sendEbook',
    'authSettings.discover',
    'authors.setImage',
    'emails.test',
    'genres.delete',
    'genres.rename',
    'items.batchDelete',
    'items.batchUpdate',
    'items.coverFromUrl',
    'items.scan',
    'libraries.delete',
    'libraries.removeIssues',
    'libraries.removeMetadata',
    'libraries.removeNarrator',
    'libraries.renameNarrator',
    'libraries.update',
    'notifications.fireTest',
    'notifications.test',
    'podcasts.checkNew',
    'podcasts.create',
    'podcasts.matchEpisodes',
    'podcasts.readFeed',
    'podcasts.searchEpisode',
    'settings.sortingPrefixes',
    'tags.delete',
    'tags.rename',
  ]);
});

test('a save of the position outlives the page', () => {
  expect(
    endpoints
      .filter(({ keepalive }) => keepalive)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['me.updateProgress', 'playback.close', 'playback.sync', 'shares.saveProgress']);
});

test('only calls of signed-out visitors have no token', () => {
  expect(
    endpoints
      .filter(({ auth }) => auth === 'none')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'auth.init',
    'auth.login',
    'auth.logout',
    'auth.refresh',
    'auth.status',
    'server.healthcheck',
    'server.ping',
    'shares.public',
    'shares.saveProgress',
  ]);
});

test('ids are encoded in the path', () => {
  expect(updateProgress.path({ libraryItemId: 'a/b', episodeId: 'c?d', change: {} })).toBe(
    '/api/me/progress/a%2Fb/c%3Fd',
  );
  expect(removeNarrator.path({ libraryId: 'l', narratorId: 'QW5uIEVsaw%3D%3D' })).toBe(
    '/api/libraries/l/narrators/QW5uIEVsaw%253D%253D',
  );
  expect(deleteTag.path({ tag: 'to/read' })).toBe('/api/tags/dG8vcmVhZA%253D%253D');
});

test('absent values are not sent', () => {
  expect(listItems.query?.({ libraryId: 'l', limit: 60, page: 0, desc: false })).toEqual({
    limit: 60,
    page: 0,
    sort: undefined,
    desc: undefined,
    filter: undefined,
    collapseseries: undefined,
    minified: 1,
    include: 'rssfeed,numEpisodesIncomplete,share',
  });
});
