import { randomUUID } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import type { PlayableMedia, PlayableTrack } from '../library/items.types.ts';
import { localDay } from '../me/listening.ts';
import { saveProgress } from '../me/progress.service.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';
import type { User } from '../store/users.repo.ts';
import { publicUserJson } from '../users/user-json.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { describeDevice, type DeviceInfo } from './device-info.ts';
import type { HlsService, HlsStream } from './hls/hls.types.ts';
import { openSessionJson } from './session-json.ts';
import { sessionMediaOf } from './session-media.ts';

/** A session without a sync for this long is given up (ms). */
const STALE_AFTER = 36 * 3600_000;

export interface PlayRequest {
  readonly user: User;
  readonly media: PlayableMedia;
  readonly device: DeviceInfo;
  readonly mediaPlayer: string;
  readonly supportedMimeTypes: readonly string[];
  readonly forceDirectPlay: boolean;
  readonly forceTranscode: boolean;
}

/** Seconds; `timeListened` since the last sync. */
export interface SyncData {
  readonly currentTime?: number;
  readonly timeListened?: number;
  readonly duration?: number;
}

export interface OpenSession {
  readonly session: PlaybackSession;
  readonly media: PlayableMedia;
  readonly tracks: readonly PlayableTrack[];
  readonly stream: HlsStream | undefined;
}

export type Playback = ReturnType<typeof createPlayback>;

/** The open play sessions. They live in memory and are lost on a restart, as with the real server; what was heard is stored at every sync. */
export function createPlayback(ctx: Pick<ServerContext, 'store' | 'items' | 'events' | 'log' | 'onClose'>, hls: HlsService) {
  const open = new Map<string, OpenSession>();
  const ofUser = (userId: string) => [...open.values()].findLast((entry) => entry.session.userId === userId);
  const announceUse = (userId: string): void => {
    const user = ctx.store.users.byId(userId);
    const current = ofUser(userId);
    if (user) ctx.events.toAdmins('user_stream_update', publicUserJson(user, current ? openSessionJson(current) : null));
  };

  const sync = ({ session }: OpenSession, data: SyncData): void => {
    const { currentTime = session.currentTime, timeListened = 0, duration = session.duration } = data;
    Object.assign(session, { currentTime, duration, timeListening: session.timeListening + timeListened, updatedAt: Date.now() });
    if (session.timeListening > 0) ctx.store.sessions.save(session);
    const progress = saveProgress(ctx, session.userId, session.libraryItemId, session.episodeId, { currentTime, duration });
    if (typeof progress === 'string') return;
    ctx.events.toUser(session.userId, 'user_item_progress_updated', {
      id: progress.id,
      sessionId: session.id,
      deviceDescription: describeDevice(session.deviceInfo),
      data: progress,
    });
  };

  const close = (entry: OpenSession, data?: SyncData): void => {
    if (data) sync(entry, data);
    if (!open.delete(entry.session.id)) return;
    entry.stream?.close();
    announceUse(entry.session.userId);
    ctx.events.toUser(entry.session.userId, 'user_session_closed', entry.session.id);
  };

  const giveUpStale = setInterval(() => {
    for (const entry of open.values()) if (Date.now() - entry.session.updatedAt > STALE_AFTER) close(entry);
  }, 3600_000);
  giveUpStale.unref();
  ctx.onClose(() => {
    clearInterval(giveUpStale);
    for (const entry of open.values()) entry.stream?.close();
    open.clear();
  });

  return {
    /** Opens a session; one that the same user has open on the same device is closed first. A finished item starts at 0. */
    start: (request: PlayRequest): OpenSession => {
      const { user, media, device } = request;
      for (const entry of open.values()) {
        if (entry.session.userId === user.id && entry.session.deviceInfo['deviceId'] === device.deviceId) close(entry);
      }
      const progress = ctx.store.progress.find(user.id, media.libraryItemId, media.episodeId);
      const startTime = !progress || progress.isFinished || progress.currentTime >= media.duration ? 0 : progress.currentTime;
      const id = randomUUID();
      const isPlayable = media.tracks.every((track) => request.supportedMimeTypes.includes(track.mimeType));
      const isDirect = !request.forceTranscode && (request.forceDirectPlay || isPlayable);
      const stream = isDirect ? undefined : hls.open({ id, userId: user.id, media, startTime });
      const entry: OpenSession = { session: newSession(id, request, startTime, stream ? 2 : 0), media, tracks: media.tracks, stream };
      open.set(id, entry);
      announceUse(user.id);
      return entry;
    },
    byId: (id: string): OpenSession | undefined => open.get(id),
    /** The session of its owner; others get nothing. */
    ownById: (user: User, id: string): OpenSession | undefined => {
      const entry = open.get(id);
      return entry?.session.userId === user.id ? entry : undefined;
    },
    all: (): OpenSession[] => [...open.values()],
    /** The session that a user opened last. */
    ofUser,
    /** As other users see it. */
    toJson: openSessionJson,
    sync,
    close,
  };
}

function newSession(id: string, { user, media, device, mediaPlayer }: PlayRequest, startTime: number, playMethod: 0 | 2): PlaybackSession {
  const now = new Date();
  return {
    id,
    userId: user.id,
    ...sessionMediaOf(media),
    playMethod,
    mediaPlayer,
    deviceInfo: device,
    serverVersion: CONTRACT_VERSION,
    ...localDay(now),
    timeListening: 0,
    startTime,
    currentTime: startTime,
    startedAt: now.getTime(),
    updatedAt: now.getTime(),
  };
}
