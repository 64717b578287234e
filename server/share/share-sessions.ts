import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearCookie, cookieOf } from '../auth/cookies.ts';
import type { PlayableMedia } from '../items/items.types.ts';
import { localDay } from '../me/listening.ts';
import { deviceOf } from '../playback/device-info.ts';
import { CONTRACT_VERSION } from '../version.ts';
import type { Share } from './shares.repo.ts';

const COOKIE = 'share_session_id';
const COOKIE_SECONDS = 30 * 24 * 3600;
/** Visitors have no account, so their number is bounded: the longest unused session gives way. */
const MOST_SESSIONS = 1000;

/** A visitor's session in a shared book. Lives in memory, found by the cookie. */
export interface ShareSession {
  readonly id: string;
  readonly shareId: string;
  readonly media: PlayableMedia;
  readonly json: Readonly<Record<string, unknown>>;
  currentTime: number;
}

export type ShareSessions = ReturnType<typeof createShareSessions>;

/** The sessions of visitors, by the value of their cookie. One cookie holds one session: another share replaces it. */
export function createShareSessions() {
  const sessions = new Map<string, ShareSession>();
  const touch = (key: string, session: ShareSession): void => {
    sessions.delete(key);
    sessions.set(key, session);
    const [oldest] = sessions.keys();
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  };
  return {
    /** All of them as administrators see them, the latest used at the end. */
    list: () => [...sessions.values()].map(({ id, json, currentTime }) => ({ id, ...json, currentTime })),
    /** Whether the visitor sent a cookie at all. */
    hasCookie: (request: FastifyRequest): boolean => Boolean(cookieOf(request, COOKIE)),
    find: (request: FastifyRequest, share: Share): ShareSession | undefined => {
      const key = cookieOf(request, COOKIE) ?? '';
      const session = sessions.get(key);
      if (!session || session.shareId !== share.id) return undefined;
      touch(key, session);
      return session;
    },
    /** @param startTime second to begin at */
    open: (
      request: FastifyRequest,
      reply: FastifyReply,
      share: Share,
      media: PlayableMedia,
      startTime: number,
    ): ShareSession => {
      const sent = cookieOf(request, COOKIE);
      const known = sent !== undefined && sessions.has(sent);
      if (sent !== undefined && !known) clearCookie(reply, COOKIE);
      const key = known ? sent : randomUUID();
      if (!known) {
        const expires = new Date(Date.now() + COOKIE_SECONDS * 1000).toUTCString();
        reply.header('set-cookie', `${COOKIE}=${key}; Max-Age=${COOKIE_SECONDS}; Path=/; Expires=${expires}; HttpOnly`);
      }
      const now = Date.now();
      const { userId: _visitorHasNone, ...deviceInfo } = deviceOf(request, share.id, {
        clientName: 'Abs Web Share',
      });
      const session: ShareSession = {
        id: randomUUID(),
        shareId: share.id,
        media,
        currentTime: startTime,
        json: {
          userId: null,
          libraryId: media.libraryId,
          libraryItemId: media.libraryItemId,
          bookId: media.bookId,
          episodeId: media.episodeId,
          mediaType: media.mediaType,
          mediaMetadata: media.metadata,
          chapters: media.chapters,
          displayTitle: media.displayTitle,
          displayAuthor: media.displayAuthor,
          coverPath: media.coverPath,
          duration: media.duration,
          playMethod: 0,
          mediaPlayer: 'web-share',
          deviceInfo,
          serverVersion: CONTRACT_VERSION,
          ...localDay(new Date(now)),
          timeListening: 0,
          startTime,
          startedAt: now,
          updatedAt: now,
        },
      };
      touch(key, session);
      return session;
    },
  };
}
