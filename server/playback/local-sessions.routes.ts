import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { output } from 'zod/v4/core';
import { localSession, localSessionEntry, localSessionsDevice } from '../../src/schemas/requests/listening.ts';
import { createPace } from '../breathe.ts';
import type { ServerContext } from '../context.ts';
import { canSeeItem } from '../http/access.ts';
import { readBody, readEntries } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { LONG_LISTS } from '../http/json-body.ts';
import { localDay } from '../me/listening.ts';
import { saveProgress } from '../me/progress.service.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { describeDevice, deviceOf, type SaidByDevice } from './device-info.ts';
import { sessionMediaOf } from './session-media.ts';

interface LocalResult {
  readonly id: string;
  readonly success: boolean;
  readonly error?: string;
  readonly progressSynced?: boolean;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Sessions played without a connection. Progress is taken over only when it is newer than what is stored. */
export function registerLocalSessions(app: FastifyInstance, ctx: ServerContext): void {
  app.post('/api/session/local', async (request, reply) => {
    const { deviceInfo, ...session } = readBody(request, localSession);
    const result = storeLocalSession(ctx, request, session, deviceInfo ?? {});
    if (result.error !== undefined) throw fail(500, result.error);
    return reply.send('OK');
  });

  app.post('/api/session/local-all', LONG_LISTS, async (request) => {
    const { deviceInfo } = readBody(request, localSessionsDevice);
    const sessions = await readEntries(request, localSessionEntry, { member: 'sessions' });
    const results: LocalResult[] = [];
    const pace = createPace();
    for (const session of sessions) {
      await pace();
      results.push(storeLocalSession(ctx, request, session, deviceInfo));
    }
    return { results };
  });
}

function storeLocalSession(
  ctx: ServerContext,
  request: FastifyRequest,
  sent: output<typeof localSessionEntry>,
  device: SaidByDevice,
): LocalResult {
  const { user } = request;
  const { id, timeListening, startTime, currentTime } = sent;
  if (!uuid.test(id)) return { id, success: false, error: 'Invalid session id' };
  const access = ctx.items.access(sent.libraryItemId);
  const media = access && canSeeItem(user, access) ? ctx.items.playable(access.id, sent.episodeId || null) : undefined;
  if (!media) return { id, success: false, error: 'Media item not found' };
  const known = ctx.store.sessions.byId(id);
  if (known && known.userId !== user.id) return { id, success: false, error: 'User id does not match' };

  const startedAt = sent.startedAt || Date.now();
  const updatedAt = sent.updatedAt || Date.now();
  const session: PlaybackSession = {
    id,
    userId: user.id,
    ...sessionMediaOf(media),
    duration: sent.duration || media.duration,
    playMethod: 3,
    mediaPlayer: sent.mediaPlayer || 'unknown',
    deviceInfo: deviceOf(request, user.id, device),
    serverVersion: CONTRACT_VERSION,
    ...localDay(new Date(startedAt)),
    timeListening,
    startTime,
    currentTime,
    startedAt,
    updatedAt,
  };
  ctx.store.sessions.save(session);
  return { id, success: true, progressSynced: takeProgress(ctx, session) };
}

function takeProgress(ctx: ServerContext, session: PlaybackSession): boolean {
  const before = ctx.store.progress.find(session.userId, session.libraryItemId, session.episodeId);
  if (before && before.lastUpdate >= session.updatedAt) return false;
  const patch = { currentTime: session.currentTime, duration: session.duration, lastUpdate: session.updatedAt };
  const progress = saveProgress(ctx, session.userId, session.libraryItemId, session.episodeId, patch);
  if (typeof progress === 'string') return false;
  ctx.events.toUser(session.userId, 'user_item_progress_updated', {
    id: progress.id,
    sessionId: session.id,
    deviceDescription: describeDevice(session.deviceInfo),
    data: progress,
  });
  return true;
}
