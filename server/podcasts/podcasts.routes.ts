import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { canSeeItem, requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord, isWebAddress } from '../http/input.ts';
import { safeName } from '../http/safe-path.ts';
import { libraryOf } from '../library/access-hooks.ts';
import { expandedJson } from '../library/item-json.ts';
import { createItemRepository } from '../library/items.repo.ts';
import type { Library, LibraryFolder } from '../store/libraries.repo.ts';
import { scheduleAutoDownloads } from './auto-downloads.ts';
import { createPodcastCreator } from './create-podcast.ts';
import type { EpisodeDownload } from './downloads.ts';
import { rssEpisodeIn } from './episode-input.ts';
import { fetchFeed } from './fetch-feed.ts';
import { parseOpml, writeOpml } from './opml.ts';
import { createOpmlImporter } from './opml-import.ts';

/** Adding podcasts: from a feed or an OPML list, and the lists of a podcast library that concern feeds. */
export function registerPodcasts(app: FastifyInstance, ctx: ServerContext): void {
  const prefixes = () => ctx.settings.get().sortingPrefixes;
  const items = createItemRepository(ctx.store.database, prefixes);
  const create = createPodcastCreator(ctx);
  const importOpml = createOpmlImporter(ctx);
  const admin = { preHandler: requireAdmin };
  scheduleAutoDownloads(ctx);

  const placeOf = (body: Record<string, unknown>): { library: Library; folder: LibraryFolder } => {
    const library = typeof body['libraryId'] === 'string' ? ctx.store.libraries.byId(body['libraryId']) : undefined;
    if (library?.mediaType !== 'podcast') throw fail(404, 'Library not found');
    const folder = library.folders.find((entry) => entry.id === body['folderId']);
    if (!folder) throw fail(404, 'Folder not found');
    return { library, folder };
  };

  app.post('/api/podcasts', admin, async (request) => {
    const body = bodyOf(request);
    const { media } = body;
    if (!isRecord(media) || !isRecord(media['metadata'])) {
      throw fail(400, 'Invalid request body. "media" and "media.metadata" are required');
    }
    const place = placeOf(body);
    const { title } = media['metadata'];
    const named = path.join(place.folder.fullPath, safeName(typeof title === 'string' ? title : ''));
    const wanted = typeof body['path'] === 'string' && body['path'] !== '' ? body['path'] : named;
    const item = await create({ ...place, path: wanted, media });
    if (item === 'exists') throw fail(400, 'Podcast already exists');
    if (item === 'outside') throw fail(400, 'Invalid request body. "path" must be inside the folder');
    const episodes: readonly unknown[] = Array.isArray(body['episodesToDownload']) ? body['episodesToDownload'] : [];
    ctx.downloads.add(item, episodes.flatMap((episode) => rssEpisodeIn(episode) ?? []));
    return expandedJson(item, prefixes());
  });

  app.post('/api/podcasts/feed', admin, async (request) => {
    const { rssFeed } = bodyOf(request);
    if (!isWebAddress(rssFeed)) throw fail(400, 'Invalid request body. "rssFeed" must be a valid URL');
    const podcast = await fetchFeed(ctx, rssFeed);
    if (!podcast) throw fail(404, 'Podcast RSS feed request failed or invalid response data');
    return { podcast };
  });

  app.post('/api/podcasts/opml/parse', admin, async (request) => {
    const { opmlText } = bodyOf(request);
    if (typeof opmlText !== 'string' || opmlText === '') throw fail(400);
    return { feeds: parseOpml(opmlText) };
  });

  app.post('/api/podcasts/opml/create', admin, async (request, reply) => {
    const body = bodyOf(request);
    const feeds: readonly unknown[] = Array.isArray(body['feeds']) ? body['feeds'] : [];
    const feedUrls = feeds.filter(isWebAddress);
    if (feedUrls.length === 0 || feedUrls.length !== feeds.length) {
      throw fail(400, 'Invalid request body. "feeds" must be an array of RSS feed URLs');
    }
    const autoDownloadEpisodes = body['autoDownloadEpisodes'] === true;
    void importOpml({ ...placeOf(body), feedUrls: [...new Set(feedUrls)], autoDownloadEpisodes });
    return reply.type('text/plain; charset=utf-8').send('OK');
  });

  app.get('/api/libraries/:id/opml', async (request, reply) => {
    const library = libraryOf(ctx, request);
    const podcasts = ctx.items.visibleIds(request.user, library.id).flatMap((id) => {
      const item = items.load(id);
      return item?.mediaType === 'podcast' ? [item.metadata] : [];
    });
    return reply.type('application/xml; charset=utf-8').send(writeOpml(podcasts));
  });

  app.get('/api/libraries/:id/episode-downloads', async (request) => {
    const library = libraryOf(ctx, request);
    const isShown = ({ libraryId, libraryItemId }: EpisodeDownload): boolean => {
      const access = libraryId === library.id ? ctx.items.access(libraryItemId) : undefined;
      return access !== undefined && canSeeItem(request.user, access);
    };
    const current = ctx.downloads.current();
    return { ...(current && isShown(current) ? { currentDownload: current } : {}), queue: ctx.downloads.queued().filter(isShown) };
  });
}
