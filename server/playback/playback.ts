import { randomUUID } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { canSeeItem } from '../http/access.ts';
import { failPlain } from '../http/errors.ts';
import type { PlayableMedia, PlayableTrack } from '../items/items.types.ts';
import { localDay } from '../me/listening.ts';
import { saveProgress } from '../me/progress.service.ts';
import type { PlaybackSession } from '../store/playback-sessions.repo.ts';
import type { User } from '../store/users.repo.ts';
import { publicUserJson } from '../users/user-json.ts';
import { CONTRACT_VERSION } from '../version.ts';
import { describeDevice, type DeviceInfo } from './device-info.ts';
import type { HlsService, HlsStream } from './hls/hls.types.ts';
import { openSessionJson, playSessionJson } from './session-json.ts';
import { sessionMediaOf } from './session-media.ts';

/** A session without a sync for this long is closed (ms). */
const STALE_AFTER = 36 * 3600_000;
/** Most open sessions of one account: the one without a sync for longest is closed for another. */
const MOST_SESSIONS = 50;
/** Most streams, for one account and in all. One that was silent for this long (ms) gives way. */
const MOST_STREAMS = { own: 5, all: 20 } as const;
const SILENT_AFTER = { own: 60_000, all: 600_000 } as const;

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

/**
 * The open playback sessions. As on the real server they live in memory and are lost on a restart; heard time is stored
 * at every sync.
 */
export function createPlayback(
  ctx: Pick<ServerContext, 'store' | 'items' | 'events' | 'log' | 'auth' | 'onClose'>,
  hls: HlsService,
) {
  const open = new Map<string, OpenSession>();
  const ofUser = (userId: string) => [...open.values()].findLast((entry) => entry.session.userId === userId);
  const toWholeJson = (entry: OpenSession) => playSessionJson(entry, null);
  const announceUse = (userId: string): void => {
    const user = ctx.store.users.byId(userId);
    const current = ofUser(userId);
    if (user) ctx.events.toAdmins('user_stream_update', publicUserJson(user, current ? toWholeJson(current) : null));
  };

  const sync = ({ session }: OpenSession, data: SyncData): void => {
    const { currentTime = session.currentTime, timeListened = 0, duration = session.duration } = data;
    const next = { currentTime, duration, timeListening: session.timeListening + timeListened, updatedAt: Date.now() };
    // All or nothing: a client whose sync failed sends the same seconds again.
    const progress = ctx.store.database.transaction(() => {
      if (next.timeListening > 0) ctx.store.sessions.save({ ...session, ...next });
      return saveProgress(ctx, session.userId, session.libraryItemId, session.episodeId, { currentTime, duration });
    });
    Object.assign(session, next);
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
    announceUse(entry.session.userId);
    ctx.events.toUser(entry.session.userId, 'user_session_closed', entry.session.id);
    entry.stream?.close();
  };

  const silentLongest = (entries: readonly OpenSession[]) =>
    entries.toSorted((a, b) => a.session.updatedAt - b.session.updatedAt)[0];
  const makeRoom = (entries: readonly OpenSession[], most: number): void => {
    const last = entries.length >= most ? silentLongest(entries) : undefined;
    if (last) close(last);
  };
  /** Room for one more stream, or 429. */
  const makeRoomForStream = (userId: string): void => {
    for (const whose of ['own', 'all'] as const) {
      const streams = [...open.values()].filter(
        (entry) => entry.stream && (whose === 'all' || entry.session.userId === userId),
      );
      const last = streams.length >= MOST_STREAMS[whose] ? silentLongest(streams) : undefined;
      if (!last) continue;
      if (Date.now() - last.session.updatedAt < SILENT_AFTER[whose])
        throw failPlain(429, 'Too many streams are converted at once. Close one of them, or try again in a minute');
      close(last);
    }
  };

  const giveUpStale = setInterval(() => {
    try {
      for (const entry of open.values()) if (Date.now() - entry.session.updatedAt > STALE_AFTER) close(entry);
    } catch (cause) {
      ctx.log.error('Playback', messageOf(cause));
    }
  }, 3600_000);
  giveUpStale.unref();
  /** Closes the sessions of items that an account may no longer open. */
  ctx.auth.onChange((userId) => {
    for (const entry of open.values()) {
      if (userId !== null && entry.session.userId !== userId) continue;
      const user = ctx.auth.activeUser(entry.session.userId);
      const access = ctx.items.access(entry.session.libraryItemId);
      if (!user || (access && !canSeeItem(user, access))) close(entry);
    }
  });
  ctx.onClose(() => {
    clearInterval(giveUpStale);
    for (const entry of open.values()) entry.stream?.close();
    open.clear();
  });

  return {
    /** Opens a session; one of the same user on the same device is closed first. A finished item starts at 0. */
    start: (request: PlayRequest): OpenSession => {
      const { user, media, device } = request;
      for (const entry of open.values()) {
        if (entry.session.userId === user.id && entry.session.deviceInfo['deviceId'] === device.deviceId) close(entry);
      }
      const progress = ctx.store.progress.find(user.id, media.libraryItemId, media.episodeId);
      const startTime =
        !progress || progress.isFinished || progress.currentTime >= media.duration ? 0 : progress.currentTime;
      const id = randomUUID();
      const isPlayable = media.tracks.every((track) => request.supportedMimeTypes.includes(track.mimeType));
      const isDirect = !request.forceTranscode && (request.forceDirectPlay || isPlayable);
      makeRoom(
        [...open.values()].filter((entry) => entry.session.userId === user.id),
        MOST_SESSIONS,
      );
      if (!isDirect) makeRoomForStream(user.id);
      const stream = isDirect ? undefined : hls.open({ id, userId: user.id, media, startTime });
      const entry: OpenSession = {
        session: newSession(id, request, startTime, stream ? 2 : 0),
        media,
        tracks: media.tracks,
        stream,
      };
      open.set(id, entry);
      announceUse(user.id);
      return entry;
    },
    byId: (id: string): OpenSession | undefined => open.get(id),
    /** The session of its owner; undefined for others. */
    ownById: (user: User, id: string): OpenSession | undefined => {
      const entry = open.get(id);
      return entry?.session.userId === user.id ? entry : undefined;
    },
    all: (): OpenSession[] => [...open.values()],
    /** The latest session of a user. */
    ofUser,
    /** As other users see it. */
    toJson: openSessionJson,
    /** With its tracks, for administrators. */
    toWholeJson,
    sync,
    close,
  };
}

function newSession(
  id: string,
  { user, media, device, mediaPlayer }: PlayRequest,
  startTime: number,
  playMethod: 0 | 2,
): PlaybackSession {
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
