import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { output } from 'zod/v4/core';
import { localSession, localSessionEntry, localSessionsDevice } from '../../src/schemas/requests/listening.ts';
import type { ServerContext } from '../context.ts';
import { readBody, readEntries } from '../http/body.ts';
import { fail } from '../http/errors.ts';
import { LONG_LISTS } from '../http/json-body.ts';
import { itemInSight } from '../library/access-hooks.ts';
import { localDay } from '../me/listening.ts';
import { saveProgress } from '../me/progress.service.ts';
import { storeInParts } from '../store/in-parts.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';
import type { MediaProgress } from '../store/progress.repo.ts';
import type { User } from '../store/users.repo.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { describeDevice, deviceOf, type SaidByDevice } from './device-info.ts';
import { sessionMediaOf, type SessionMedia } from './session-media.ts';

interface LocalResult {
  readonly id: string;
  readonly success: boolean;
  readonly error?: string;
  readonly progressSynced?: boolean;
}

/** A stored session, and its announcement to the account's sockets. */
interface StoredLocal {
  readonly result: LocalResult;
  readonly announce?: () => void;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Sessions played offline. Their progress is applied only when it is newer than the stored one. */
export function registerLocalSessions(app: FastifyInstance, ctx: ServerContext): void {
  app.post('/api/session/local', async (request, reply) => {
    const { deviceInfo, ...session } = readBody(request, localSession);
    const { result, announce } = storeLocalSession(ctx, request, session, deviceInfo ?? {});
    if (result.error !== undefined) throw fail(500, result.error);
    announce?.();
    return reply.send('OK');
  });

  app.post('/api/session/local-all', LONG_LISTS, async (request) => {
    const { deviceInfo } = readBody(request, localSessionsDevice);
    const sessions = await readEntries(request, localSessionEntry, { member: 'sessions' });
    const results: LocalResult[] = [];
    await storeInParts(
      ctx.store.database,
      sessions,
      (session) => storeLocalSession(ctx, request, session, deviceInfo),
      ({ result, announce }) => {
        results.push(result);
        announce?.();
      },
    );
    return { results };
  });
}

function storeLocalSession(
  ctx: ServerContext,
  request: FastifyRequest,
  sent: output<typeof localSessionEntry>,
  device: SaidByDevice,
): StoredLocal {
  const { user } = request;
  const { id, timeListening, startTime, currentTime } = sent;
  const refused = (error: string): StoredLocal => ({ result: { id, success: false, error } });
  if (!uuid.test(id)) return refused('Invalid session id');
  const media = mediaOf(ctx, user, sent);
  if (!media) return refused('Media item not found');
  const known = ctx.store.sessions.byId(id);
  if (known && known.userId !== user.id) return refused('User id does not match');

  const startedAt = sent.startedAt || Date.now();
  const updatedAt = sent.updatedAt || Date.now();
  const session: PlaybackSession = {
    id,
    userId: user.id,
    ...media,
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
  const progress = takeProgress(ctx, session);
  const result = { id, success: true, progressSynced: progress !== undefined };
  return progress ? { result, announce: () => announceProgress(ctx, session, progress) } : { result };
}

/**
 * Media of a session. For a hidden item, as it was sent: listening while it was allowed counts, and nothing else of the
 * item is shown.
 */
function mediaOf(ctx: ServerContext, user: User, sent: output<typeof localSessionEntry>): SessionMedia | undefined {
  const episodeId = sent.episodeId || null;
  if (itemInSight(ctx, user, sent.libraryItemId)) {
    const media = ctx.items.playable(sent.libraryItemId, episodeId);
    return media && sessionMediaOf(media);
  }
  if (!ctx.items.access(sent.libraryItemId)) return undefined;
  const { libraryId = null, libraryItemId, bookId = null, mediaType, displayTitle, displayAuthor, duration } = sent;
  const shown = { displayTitle, displayAuthor, mediaMetadata: {}, coverPath: null };
  return { libraryId, libraryItemId, bookId, episodeId, mediaType, duration, ...shown };
}

/** The progress after a session; undefined when the stored one is newer. */
function takeProgress(ctx: ServerContext, session: PlaybackSession): MediaProgress | undefined {
  const before = ctx.store.progress.find(session.userId, session.libraryItemId, session.episodeId);
  if (before && before.lastUpdate >= session.updatedAt) return undefined;
  const patch = { currentTime: session.currentTime, duration: session.duration, lastUpdate: session.updatedAt };
  const progress = saveProgress(ctx, session.userId, session.libraryItemId, session.episodeId, patch);
  return typeof progress === 'string' ? undefined : progress;
}

function announceProgress(ctx: ServerContext, session: PlaybackSession, progress: MediaProgress): void {
  ctx.events.toUser(session.userId, 'user_item_progress_updated', {
    id: progress.id,
    sessionId: session.id,
    deviceDescription: describeDevice(session.deviceInfo),
    data: progress,
  });
}
