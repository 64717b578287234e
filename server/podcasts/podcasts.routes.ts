import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { feedAddress, feedEpisode, newPodcastAlone, opmlFeeds, opmlText } from '../../src/schemas/requests/podcasts.ts';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody, readEntries } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { LONG_LISTS } from '../http/json-body.ts';
import { sendJson } from '../http/send-json.ts';
import { safeName } from '../http/safe-path.ts';
import { itemInSight, libraryOf } from '../library/access-hooks.ts';
import { expandedJson } from '../items/item-json.ts';
import type { Library, LibraryFolder } from '../store/libraries.repo.ts';
import { scheduleAutoDownloads } from './auto-downloads.ts';
import { createPodcastCreator } from './create-podcast.ts';
import type { EpisodeDownload } from './downloads.ts';
import { rssEpisodesOf } from './episode-input.ts';
import { feedJson, readFeedTexts } from './fetch-feed.ts';
import { writeOpml } from './opml.ts';
import { sweepParts } from './left-parts.ts';
import { createOpmlImporter } from './opml-import.ts';

/** Adding podcasts from a feed or an OPML list, and the feed lists of a podcast library. */
export async function registerPodcasts(app: FastifyInstance, ctx: ServerContext): Promise<void> {
  await sweepParts(ctx);
  const prefixes = () => ctx.settings.get().sortingPrefixes;
  const { items } = ctx.editor;
  const create = createPodcastCreator(ctx);
  const importOpml = createOpmlImporter(ctx);
  const admin = { preHandler: requireAdmin };
  scheduleAutoDownloads(ctx);

  const placeOf = (named: { libraryId: string; folderId: string }): { library: Library; folder: LibraryFolder } => {
    const library = ctx.store.libraries.byId(named.libraryId);
    if (library?.mediaType !== 'podcast') throw fail(404, 'Library not found');
    const folder = library.folders.find((entry) => entry.id === named.folderId);
    if (!folder) throw fail(404, 'Folder not found');
    return { library, folder };
  };

  app.post('/api/podcasts', { ...admin, ...LONG_LISTS }, async (request) => {
    const { media, ...sent } = readBody(request, newPodcastAlone);
    const wanted = await readEntries(request, feedEpisode, { member: 'episodesToDownload', refuse: null });
    const episodes = await rssEpisodesOf(wanted);
    const place = placeOf(sent);
    const named = path.join(place.folder.fullPath, safeName(media.metadata.title ?? ''));
    const item = await create({ ...place, path: sent.path ?? named, media });
    if (item === 'exists') throw fail(400, 'Podcast already exists');
    if (item === 'unusable') throw fail(400, 'Invalid podcast path');
    if (item === 'outside') throw fail(400, 'Invalid request body. "path" must be inside the folder');
    ctx.downloads.add(item, episodes);
    return expandedJson(item, prefixes());
  });

  app.post('/api/podcasts/feed', admin, async (request, reply) => {
    const { rssFeed } = readBody(request, feedAddress);
    const texts = await readFeedTexts(ctx, rssFeed).catch((cause: unknown) => {
      throw fail(404, messageOf(cause));
    });
    return sendJson(reply, feedJson(texts));
  });

  app.post('/api/podcasts/opml/parse', admin, async (request) => {
    return { feeds: await ctx.parse('opml', readBody(request, opmlText).opmlText) };
  });

  app.post('/api/podcasts/opml/create', admin, async (request, reply) => {
    const { feeds, autoDownloadEpisodes, ...place } = readBody(request, opmlFeeds);
    void importOpml({ ...placeOf(place), feedUrls: [...new Set(feeds)], autoDownloadEpisodes });
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
    const isShown = ({ libraryId, libraryItemId }: EpisodeDownload): boolean =>
      libraryId === library.id && itemInSight(ctx, request.user, libraryItemId) !== undefined;
    const current = ctx.downloads.current();
    return {
      ...(current && isShown(current) ? { currentDownload: current } : {}),
      queue: ctx.downloads.queued().filter(isShown),
    };
  });
}
