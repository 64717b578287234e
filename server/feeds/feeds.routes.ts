import type { FastifyRequest } from 'fastify';
import { feedToOpen } from '../../src/schemas/requests/server.ts';
import type { Area } from '../context.ts';
import { canSeeLibrary, isAdmin, requireAdmin } from '../http/access.ts';
import { seriesIn } from '../items/series.repo.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { isWebAddress, param } from '../http/input.ts';
import { sendFile } from '../http/send-file.ts';
import { itemInSight } from '../library/access-hooks.ts';
import { isSeriesSeen } from '../library/query/series.ts';
import { collectionsIn } from '../lists/collections.repo.ts';
import type { User } from '../store/users.repo.ts';
import { gatherFeed } from './feed-content.ts';
import { feedsIn, fullFeed, minifiedFeed, type Feed, type FeedEntityType } from './feeds.repo.ts';
import { rssOf } from './rss.ts';

/**
 * RSS feeds of items, collections and series: administrators open and close them, anyone with the address reads them.
 */
export const registerFeeds: Area = (app, ctx) => {
  const feeds = feedsIn(ctx.store.database);
  const collections = collectionsIn(ctx.store.database);
  const admin = { preHandler: requireAdmin };

  app.get('/api/feeds', admin, async () => {
    const all = feeds.all();
    return { feeds: all.map(fullFeed), minified: all.map(minifiedFeed) };
  });

  /** Whether an account may see the entity of a feed: the item, the series, or a book of the collection. */
  const canSee = (user: User, { entityType, entityId }: Feed): boolean => {
    const { database } = ctx.store;
    if (entityType === 'series') {
      const series = seriesIn(database).byId(entityId);
      return series !== undefined && canSeeLibrary(user, series.libraryId) && isSeriesSeen(database, user, entityId);
    }
    const items = entityType === 'collection' ? collections.bookIds(entityId) : [entityId];
    return items.some((id) => itemInSight(ctx, user, id) !== undefined);
  };
  const announce = (event: 'rss_feed_open' | 'rss_feed_closed', feed: Feed): void => {
    const payload = minifiedFeed(feed);
    ctx.events.toEach(event, payload, (user) => (isAdmin(user) || canSee(user, feed) ? payload : undefined));
  };

  const open = (entityType: FeedEntityType) => async (request: FastifyRequest) => {
    const entityId = param(request, 'id');
    const known = gatherFeed(ctx, entityType, entityId, {
      slug: '',
      preventIndexing: true,
      ownerName: null,
      ownerEmail: null,
    });
    if (known === 'unknown') throw fail(404);
    const { serverAddress, slug, metadataDetails } = readBody(request, feedToOpen);
    if (known === 'noAudio') throw fail(400, 'Item has no audio tracks');
    if (feeds.bySlug(slug)) throw fail(400, 'Slug already in use');
    const content = gatherFeed(ctx, entityType, entityId, { slug, ...metadataDetails });
    if (typeof content === 'string') throw fail(404);
    const before = feeds.byEntity(entityId);
    if (before) feeds.close(before.id);
    const feed = feeds.byId(
      feeds.open({
        ...content,
        slug,
        userId: request.user.id,
        entityType,
        entityId,
        entityUpdatedAt: Date.now(),
        serverAddress,
      }),
    );
    if (!feed) throw fail(500);
    announce('rss_feed_open', feed);
    return { feed: minifiedFeed(feed) };
  };
  app.post('/api/feeds/item/:id/open', admin, open('libraryItem'));
  app.post('/api/feeds/collection/:id/open', admin, open('collection'));
  app.post('/api/feeds/series/:id/open', admin, open('series'));

  app.post('/api/feeds/:id/close', admin, async (request, reply) => {
    const feed = feeds.byId(param(request, 'id'));
    if (!feed) throw fail(404);
    feeds.close(feed.id);
    announce('rss_feed_closed', feed);
    return reply.send('OK');
  });

  const known = (request: FastifyRequest): Feed => {
    const feed = feeds.bySlug(param(request, 'slug'));
    if (!feed) throw fail(404);
    return feed;
  };
  const publicRoute = { config: { auth: 'public' as const } };
  app.get('/feed/:slug', publicRoute, async (request, reply) => {
    const feed = known(request);
    const requested = `${request.protocol}://${request.headers.host ?? ''}`;
    return reply
      .type('text/xml; charset=utf-8')
      .send(rssOf(feed, isWebAddress(feed.serverAddress) ? feed.serverAddress.replace(/\/+$/, '') : requested));
  });

  const cover = async (request: FastifyRequest, reply: Parameters<typeof sendFile>[1]) => {
    const { coverPath } = known(request);
    if (coverPath === null) throw fail(404);
    return sendFile(request, reply, coverPath);
  };
  app.get('/feed/:slug/cover', publicRoute, cover);
  app.get('/feed/:slug/cover.jpg', publicRoute, cover);

  app.get('/feed/:slug/item/:episodeId/:file', publicRoute, async (request, reply) => {
    const episode = known(request).episodes.find(({ id }) => id === param(request, 'episodeId'));
    if (!episode) throw fail(404);
    return sendFile(request, reply, episode.fullPath, { mimeType: episode.enclosure.type });
  });
};
