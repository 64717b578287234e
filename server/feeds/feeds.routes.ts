import type { FastifyRequest } from 'fastify';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord, param } from '../http/input.ts';
import { sendFile } from '../http/send-file.ts';
import { gatherFeed } from './feed-content.ts';
import { createFeedRepository, type Feed, type FeedEntityType } from './feeds.repo.ts';
import { rssOf } from './rss.ts';

const fullJson = ({ id, slug, userId, entityType, entityId, entityUpdatedAt, coverPath, meta, serverAddress, episodes, createdAt, updatedAt }: Feed) =>
  ({ id, slug, userId, entityType, entityId, entityUpdatedAt, coverPath, meta, serverAddress, feedUrl: meta.feedUrl, episodes, createdAt, updatedAt });

function minifiedJson({ id, entityType, entityId, meta }: Feed) {
  const { title, description, preventIndexing, ownerName, ownerEmail, feedUrl } = meta;
  return { id, entityType, entityId, feedUrl, meta: { title, description, preventIndexing, ownerName, ownerEmail } };
}

/** RSS feeds of items, collections and series: opened and closed by administrators, read by anyone who knows the address. */
export const registerFeeds: Area = (app, ctx) => {
  const feeds = createFeedRepository(ctx.store.database);
  const admin = { preHandler: requireAdmin };

  app.get('/api/feeds', admin, async () => {
    const all = feeds.all();
    return { feeds: all.map(fullJson), minified: all.map(minifiedJson) };
  });

  const open = (entityType: FeedEntityType) => async (request: FastifyRequest) => {
    const { serverAddress, slug, metadataDetails } = bodyOf(request);
    const entityId = param(request, 'id');
    const details = isRecord(metadataDetails) ? metadataDetails : {};
    const text = (name: string) => (typeof details[name] === 'string' ? details[name] : null);
    const known = gatherFeed(ctx, entityType, entityId, { slug: '', preventIndexing: true, ownerName: null, ownerEmail: null });
    if (known === 'unknown') throw fail(404);
    if (typeof serverAddress !== 'string' || typeof slug !== 'string' || !/^[\w.~-]+$/.test(slug)) throw fail(400, 'Invalid request body');
    if (known === 'noAudio') throw fail(400, 'Item has no audio tracks');
    if (feeds.bySlug(slug)) throw fail(400, 'Slug already in use');
    const content = gatherFeed(ctx, entityType, entityId, {
      slug,
      preventIndexing: details['preventIndexing'] !== false,
      ownerName: text('ownerName'),
      ownerEmail: text('ownerEmail'),
    });
    if (typeof content === 'string') throw fail(404);
    const before = feeds.byEntity(entityId);
    if (before) feeds.close(before.id);
    const feed = feeds.byId(feeds.open({ ...content, slug, userId: request.user.id, entityType, entityId, entityUpdatedAt: Date.now(), serverAddress }));
    if (!feed) throw fail(500);
    ctx.events.toEveryone('rss_feed_open', minifiedJson(feed));
    return { feed: minifiedJson(feed) };
  };
  app.post('/api/feeds/item/:id/open', admin, open('libraryItem'));
  app.post('/api/feeds/collection/:id/open', admin, open('collection'));
  app.post('/api/feeds/series/:id/open', admin, open('series'));

  app.post('/api/feeds/:id/close', admin, async (request, reply) => {
    const feed = feeds.byId(param(request, 'id'));
    if (!feed) throw fail(404);
    feeds.close(feed.id);
    ctx.events.toEveryone('rss_feed_closed', minifiedJson(feed));
    return reply.send('OK');
  });

  const known = (request: FastifyRequest): Feed => {
    const feed = feeds.bySlug(param(request, 'slug'));
    if (!feed) throw fail(404);
    return feed;
  };
  const publicRoute = { config: { auth: 'public' as const } };
  app.get('/feed/:slug', publicRoute, async (request, reply) =>
    reply.type('text/xml; charset=utf-8').send(rssOf(known(request), `${request.protocol}://${request.headers.host ?? ''}`)),
  );

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
