import fs from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { episodeChange, feedEpisode } from '../../src/schemas/requests/podcasts.ts';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { requireAdmin, requirePermission } from '../http/access.ts';
import { readBody, readEntries } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param, queryCount, queryText } from '../http/input.ts';
import { LONG_LISTS } from '../http/json-body.ts';
import { itemAccessOf } from '../library/access-hooks.ts';
import { episodeJson, expandedJson, plainJson } from '../items/item-json.ts';
import type { Episode, PodcastItem } from '../items/model.ts';
import { rssEpisodesOf } from './episode-input.ts';
import { matchEpisodes, patchEpisode, searchEpisodes } from './episode-match.ts';
import { fetchFeed } from './fetch-feed.ts';
import { createEpisodeChecker } from './new-episodes.ts';

/** One podcast: its episodes, and those of its feed. */
export function registerPodcastEpisodes(app: FastifyInstance, ctx: ServerContext): void {
  const { editor } = ctx;
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

  app.get('/api/podcasts/:id/downloads', async (request) => ({
    downloads: ctx.downloads.queued(podcastOf(request).id),
  }));

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

  app.post('/api/podcasts/:id/download-episodes', { ...admin, ...LONG_LISTS }, async (request, reply) => {
    const item = podcastOf(request);
    const episodes = await rssEpisodesOf(await readEntries(request, feedEpisode));
    if (episodes.length === 0) throw fail(400);
    ctx.downloads.add(item, episodes);
    return reply.type('text/plain; charset=utf-8').send('OK');
  });

  app.post('/api/podcasts/:id/match-episodes', admin, async (request) => {
    const { id, metadata } = podcastOf(request);
    const feed = metadata.feedUrl ? await fetchFeed(ctx, metadata.feedUrl) : null;
    if (!feed) return { numEpisodesUpdated: 0 };
    let numEpisodesUpdated = 0;
    await editor.change(
      id,
      (item) => {
        if (item.mediaType !== 'podcast') return null;
        const { episodes, numUpdated } = matchEpisodes(
          item.episodes,
          feed.episodes,
          queryText(request, 'override') === '1',
        );
        numEpisodesUpdated = numUpdated;
        return numUpdated > 0 ? { ...item, episodes } : null;
      },
      { metadata: false },
    );
    return { numEpisodesUpdated };
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
    const change = readBody(request, episodeChange);
    const stored = await editor.change(
      item.id,
      (before) => {
        if (before.mediaType !== 'podcast') return null;
        const episodes = before.episodes.map((entry) =>
          entry.id === episode.id ? patchEpisode(entry, change) : entry,
        );
        return episodes.some((entry, index) => entry !== before.episodes[index]) ? { ...before, episodes } : null;
      },
      { metadata: false },
    );
    if (!stored) throw fail(404);
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
    const stored = await editor.change(
      found.id,
      (item) =>
        item.mediaType === 'podcast'
          ? {
              ...item,
              episodes: item.episodes.filter((entry) => entry.id !== episode.id),
              libraryFiles: item.libraryFiles.filter((entry) => entry.metadata.path !== file),
            }
          : null,
      { metadata: false },
    );
    if (!stored) throw fail(404);
    return plainJson(stored);
  });
}
