import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listened, play as playRequest } from '../../src/schemas/requests/listening.ts';
import type { ServerContext } from '../context.ts';
import { canSeeItem } from '../http/access.ts';
import { readBody } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { param } from '../http/input.ts';
import { sendFile } from '../http/send-file.ts';
import { itemInSight } from '../library/access-hooks.ts';
import { deviceOf } from './device-info.ts';
import type { OpenSession, SyncData } from './playback.ts';
import { playSessionJson } from './session-json.ts';

/** Opening, syncing and closing playback sessions, and the audio of an open one. */
export function registerPlayback(app: FastifyInstance, ctx: ServerContext): void {
  const play = (request: FastifyRequest, episodeId: string | null): unknown => {
    const access = ctx.items.access(param(request, 'id'));
    if (!access) throw fail(404);
    if (!canSeeItem(request.user, access)) throw fail(403);
    if ((access.mediaType === 'podcast') !== (episodeId !== null)) throw fail(400);
    const media = ctx.items.playable(access.id, episodeId);
    if (!media) throw fail(404);
    const { deviceInfo, mediaPlayer, ...wanted } = readBody(request, playRequest);
    const entry = ctx.playback.start({
      user: request.user,
      media,
      device: deviceOf(request, request.user.id, deviceInfo),
      mediaPlayer: mediaPlayer.slice(0, 100),
      ...wanted,
    });
    return playSessionJson(entry, ctx.items.expanded(access.id));
  };
  app.post('/api/items/:id/play', async (request) => play(request, null));
  app.post('/api/items/:id/play/:episodeId', async (request) => play(request, param(request, 'episodeId')));

  const own = (request: FastifyRequest): OpenSession => {
    const entry = ctx.playback.ownById(request.user, param(request, 'id'));
    if (!entry) throw fail(404);
    return entry;
  };
  app.get('/api/session/:id', async (request) => {
    const entry = own(request);
    const { libraryItemId: id, updatedAt } = entry.session;
    // A session outlives the right to see its item: it shows nothing newer of it.
    return playSessionJson(entry, itemInSight(ctx, request.user, id) ? ctx.items.expanded(id) : { id, updatedAt });
  });
  app.post('/api/session/:id/sync', async (request, reply) => {
    ctx.playback.sync(own(request), readSyncData(request));
    return reply.send('OK');
  });
  app.post('/api/session/:id/close', async (request, reply) => {
    const data = readSyncData(request);
    ctx.playback.close(own(request), data.currentTime === undefined ? undefined : data);
    return reply.send('OK');
  });

  app.get('/public/session/:id/track/:index', async (request, reply) => {
    const track = ctx.playback
      .byId(param(request, 'id'))
      ?.tracks.find((entry) => String(entry.index) === param(request, 'index'));
    if (!track) throw fail(404);
    return sendFile(request, reply, track.path, { mimeType: track.mimeType });
  });
}

/** Most seconds that one sync may add: more comes from a clock that jumped. */
const MAX_LISTENED = 24 * 3600;

function readSyncData(request: FastifyRequest): SyncData {
  const { timeListened, ...place } = readBody(request, listened);
  return timeListened === undefined ? place : { ...place, timeListened: Math.min(timeListened, MAX_LISTENED) };
}
