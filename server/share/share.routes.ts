import type { FastifyReply, FastifyRequest } from 'fastify';
import { shareProgress } from '../../src/schemas/requests/listening.ts';
import { newShare } from '../../src/schemas/requests/server.ts';
import type { Area } from '../context.ts';
import { requireAdmin } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { isRecord, param, queryText } from '../http/input.ts';
import { sendFile } from '../http/send-file.ts';
import { sendZip } from '../http/send-zip.ts';
import type { ShareSession } from './share-sessions.ts';
import { sharesIn, shareJson, type Share } from './shares.repo.ts';

function sessionJson({ id, json, media, currentTime }: ShareSession, slug: string) {
  const audioTracks = media.tracks.map(({ index, startOffset, duration, title, mimeType, codec, json: file }) => ({
    index,
    startOffset,
    duration,
    title,
    contentUrl: `/public/share/${slug}/track/${index}`,
    mimeType,
    codec,
    metadata: isRecord(file['metadata']) ? file['metadata'] : null,
  }));
  return { id, ...json, currentTime, audioTracks, libraryItem: null };
}

/** Public links: administrators create and remove them, anyone with the address opens them. */
export const registerShare: Area = (app, ctx) => {
  const shares = sharesIn(ctx.store.database);
  const sessions = ctx.shareSessions;
  const admin = { preHandler: requireAdmin };
  const publicRoute = { config: { auth: 'public' as const } };

  app.post('/api/share/mediaitem', admin, async (request, reply) => {
    const { slug, mediaItemType, mediaItemId, expiresAt, isDownloadable } = readBody(request, newShare);
    if (shares.bySlug(slug)) throw fail(409, 'Slug is already in use');
    if (shares.byMedia(mediaItemId)) throw fail(409, 'Item is already shared');
    const media = shares.media(mediaItemType, mediaItemId);
    if (!media) throw fail(404, 'Media item not found');
    const share = shares.byId(
      shares.create({
        slug,
        mediaItemType,
        mediaItemId,
        libraryItemId: media.libraryItemId,
        userId: request.user.id,
        expiresAt: expiresAt === 0 ? null : expiresAt,
        isDownloadable,
      }),
    );
    if (!share) throw fail(500);
    ctx.events.toAdmins('share_open', shareJson(share));
    return reply.code(201).send(shareJson(share));
  });

  app.delete('/api/share/mediaitem/:id', admin, async (request, reply) => {
    const share = shares.byId(param(request, 'id'));
    if (!share) throw fail(404, 'Media item share not found');
    shares.remove(share.id);
    ctx.events.toAdmins('share_closed', shareJson(share));
    return reply.code(204).send();
  });

  app.get('/public/share/:slug', publicRoute, async (request, reply) => {
    const share = shares.bySlug(param(request, 'slug'));
    const found = share && shares.media(share.mediaItemType, share.mediaItemId);
    const media = found && ctx.items.playable(found.libraryItemId, found.episodeId);
    if (!share || !media) throw fail(404);
    const start = Number(queryText(request, 't'));
    const startTime = start > 0 && start < media.duration ? start : 0;
    const session = sessions.find(request, share) ?? sessions.open(request, reply, share, media, startTime);
    return { ...shareJson(share), playbackSession: sessionJson(session, share.slug) };
  });

  /** The visitor's session of the share in the address. An expired share stops at once, even during playback. */
  const visit = (request: FastifyRequest): { share: Share; session: ShareSession } => {
    if (!sessions.hasCookie(request)) throw fail(404, 'Share session not set');
    const share = shares.bySlug(param(request, 'slug'));
    const session = share && sessions.find(request, share);
    if (!share || !session) throw fail(404, 'Share session not found');
    return { share, session };
  };

  app.get('/public/share/:slug/track/:index', publicRoute, async (request, reply) => {
    const { session } = visit(request);
    const track = session.media.tracks.find(({ index }) => String(index) === param(request, 'index'));
    if (!track) throw fail(404, 'Track not found');
    return sendFile(request, reply, track.path, { mimeType: track.mimeType });
  });

  app.get('/public/share/:slug/cover', publicRoute, async (request, reply) => {
    const { coverPath } = visit(request).session.media;
    if (coverPath === null) throw fail(404, 'Cover not found');
    return sendFile(request, reply, coverPath);
  });

  app.get('/public/share/:slug/download', publicRoute, async (request, reply): Promise<FastifyReply> => {
    const { share, session } = visit(request);
    if (!share.isDownloadable) throw fail(403, 'Download is not allowed for this item');
    const { tracks, displayTitle } = session.media;
    const [only] = tracks;
    if (only && tracks.length === 1)
      return sendFile(request, reply, only.path, { mimeType: only.mimeType, downloadAs: only.title });
    return sendZip(
      reply,
      `${displayTitle}.zip`,
      tracks.map(({ path, title }) => ({ path, name: title })),
    );
  });

  app.patch('/public/share/:slug/progress', { ...publicRoute, bodyLimit: 1024 }, async (request, reply) => {
    const { session } = visit(request);
    const { currentTime } = readBody(request, shareProgress);
    session.currentTime = Math.min(currentTime, session.media.duration);
    return reply.code(204).send();
  });
};
