import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../context.ts';
import { fail } from '../http/errors.ts';
import { bodyOf, isRecord } from '../http/input.ts';
import { localDay } from '../me/listening.ts';
import { saveProgress } from '../me/progress.service.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { describeDevice, readDeviceInfo } from './device-info.ts';
import { sessionMediaOf } from './session-media.ts';

interface LocalResult {
  readonly id: unknown;
  readonly success: boolean;
  readonly error?: string;
  readonly progressSynced?: boolean;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Sessions played without a connection. Progress is taken over only when it is newer than what is stored. */
export function registerLocalSessions(app: FastifyInstance, ctx: ServerContext): void {
  app.post('/api/session/local', async (request, reply) => {
    const result = storeLocalSession(ctx, request, bodyOf(request), bodyOf(request)['deviceInfo']);
    if (result.error !== undefined) throw fail(500, result.error);
    return reply.send('OK');
  });

  app.post('/api/session/local-all', async (request) => {
    const { sessions, deviceInfo } = bodyOf(request);
    if (!Array.isArray(sessions)) throw fail(400);
    return { results: sessions.map((session: unknown) => storeLocalSession(ctx, request, isRecord(session) ? session : {}, deviceInfo)) };
  });
}

function storeLocalSession(ctx: ServerContext, request: FastifyRequest, body: Record<string, unknown>, device: unknown): LocalResult {
  const { user } = request;
  const id = body['id'];
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '');
  const seconds = (key: string) => (typeof body[key] === 'number' && Number.isFinite(body[key]) && body[key] >= 0 ? body[key] : 0);
  if (!uuid.test(text('id'))) return { id, success: false, error: 'Invalid session id' };
  const episodeId = text('episodeId') || null;
  const media = ctx.items.playable(text('libraryItemId'), episodeId);
  if (!media) return { id, success: false, error: 'Media item not found' };
  const known = ctx.store.sessions.byId(text('id'));
  if (known && known.userId !== user.id) return { id, success: false, error: 'User id does not match' };

  const startedAt = seconds('startedAt') || Date.now();
  const updatedAt = seconds('updatedAt') || Date.now();
  const session: PlaybackSession = {
    id: text('id'),
    userId: user.id,
    ...sessionMediaOf(media),
    duration: seconds('duration') || media.duration,
    playMethod: 3,
    mediaPlayer: text('mediaPlayer') || 'unknown',
    deviceInfo: readDeviceInfo(request, user.id, device),
    serverVersion: CONTRACT_VERSION,
    ...localDay(new Date(startedAt)),
    timeListening: seconds('timeListening'),
    startTime: seconds('startTime'),
    currentTime: seconds('currentTime'),
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
