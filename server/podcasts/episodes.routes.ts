import fs from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { requireAdmin, requirePermission } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, param, queryCount, queryText } from '../http/input.ts';
import { itemAccessOf } from '../library/access-hooks.ts';
import { createItemEditor } from '../library/item-editor.ts';
import { episodeJson, expandedJson, plainJson } from '../library/item-json.ts';
import type { Episode, PodcastItem } from '../library/model.ts';
import { rssEpisodeIn } from './episode-input.ts';
import { matchEpisodes, patchEpisode, searchEpisodes } from './episode-match.ts';
import { fetchFeed } from './fetch-feed.ts';
import { createEpisodeChecker } from './new-episodes.ts';

/** One podcast: its episodes, and what its feed has to offer. */
export function registerPodcastEpisodes(app: FastifyInstance, ctx: ServerContext): void {
  const editor = createItemEditor(ctx);
  const checkNew = createEpisodeChecker(ctx);
  const admin = { preHandler: requireAdmin };

  /** 404 for an unknown item, 403 for one that the account may not see, 500 for a book. */
  const podcastOf = (request: FastifyRequest): PodcastItem => {
    const item = editor.items.load(itemAccessOf(ctx, request).id);
    if (item?.mediaType !== 'podcast') throw fail(500);
    return item;
  };
  const episodeOf = (request: FastifyRequest, item: PodcastItem): Episode | undefined =>
    item.episodes.find((entry) => entry.id === param(request, 'episodeId'));

  app.get('/api/podcasts/:id/checknew', admin, async (request) => {
    const item = podcastOf(request);
    if (!item.metadata.feedUrl) throw fail(500, 'Podcast has no rss feed url');
    const since = item.options.lastEpisodeCheck ?? 0;
    const episodes = await checkNew(item.id, { since, limit: queryCount(request, 'limit', 3) });
    return { episodes: episodes ?? [] };
  });

  app.get('/api/podcasts/:id/downloads', async (request) => ({ downloads: ctx.downloads.queued(podcastOf(request).id) }));

  app.get('/api/podcasts/:id/clear-queue', admin, async (request, reply) => {
    ctx.downloads.clear(podcastOf(request).id);
    return reply.type('text/plain; charset=utf-8').send('OK');
  });

  app.get('/api/podcasts/:id/search-episode', async (request) => {
    const { feedUrl } = podcastOf(request).metadata;
    const title = queryText(request, 'title').trim();
    if (!feedUrl || title === '') throw fail(500);
    const feed = await fetchFeed(ctx, feedUrl);
    return { episodes: searchEpisodes(feed?.episodes ?? [], title).map((episode) => ({ episode })) };
  });

  app.post('/api/podcasts/:id/download-episodes', admin, async (request, reply) => {
    const item = podcastOf(request);
    const wanted: readonly unknown[] = Array.isArray(request.body) ? request.body : [];
    const episodes = wanted.flatMap((entry) => rssEpisodeIn(entry) ?? []);
    if (episodes.length === 0) throw fail(400);
    ctx.downloads.add(item, episodes);
    return reply.type('text/plain; charset=utf-8').send('OK');
  });

  app.post('/api/podcasts/:id/match-episodes', admin, async (request) => {
    const { id, metadata } = podcastOf(request);
    const feed = metadata.feedUrl ? await fetchFeed(ctx, metadata.feedUrl) : null;
    const item = editor.items.load(id);
    if (!feed || item?.mediaType !== 'podcast') return { numEpisodesUpdated: 0 };
    const { episodes, numUpdated } = matchEpisodes(item.episodes, feed.episodes, queryText(request, 'override') === '1');
    if (numUpdated > 0) await editor.save({ ...item, episodes }, { metadata: false });
    return { numEpisodesUpdated: numUpdated };
  });

  app.get('/api/podcasts/:id/episode/:episodeId', async (request) => {
    const item = podcastOf(request);
    const episode = episodeOf(request, item);
    if (!episode) throw fail(404);
    return episodeJson(item, episode);
  });

  app.patch('/api/podcasts/:id/episode/:episodeId', { preHandler: requirePermission('update') }, async (request) => {
    const item = podcastOf(request);
    const episode = episodeOf(request, item);
    if (!episode) throw fail(404, 'Episode not found');
    const patched = patchEpisode(episode, bodyOf(request));
    if (patched === episode) return expandedJson(item, editor.prefixes());
    const episodes = item.episodes.map((entry) => (entry === episode ? patched : entry));
    const stored = await editor.save({ ...item, episodes }, { metadata: false });
    return expandedJson(stored, editor.prefixes());
  });

  app.delete('/api/podcasts/:id/episode/:episodeId', { preHandler: requirePermission('delete') }, async (request) => {
    const found = podcastOf(request);
    const episode = episodeOf(request, found);
    if (!episode) throw fail(404);
    const file = episode.audioFile?.metadata.path;
    if (queryText(request, 'hard') === '1' && file !== undefined) {
      await fs.rm(file, { force: true }).catch((cause: unknown) => {
        ctx.log.error('Podcasts', `"${file}" could not be deleted: ${messageOf(cause)}`);
      });
    }
    const item = podcastOf(request);
    const stored = await editor.save({
      ...item,
      episodes: item.episodes.filter((entry) => entry.id !== episode.id),
      libraryFiles: item.libraryFiles.filter((entry) => entry.metadata.path !== file),
    }, { metadata: false });
    return plainJson(stored);
  });
}
