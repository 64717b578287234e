import { mediaType } from '../api/common.ts';
import { z } from '../zod.ts';
import {
  amount,
  body,
  fields,
  filledText,
  flag,
  ifValid,
  listOf,
  number,
  orElse,
  readableOf,
  text,
  texts,
  time,
  written,
} from './fields.ts';

/** Most characters of what an account may have many of: places and bookmarks are a part of every answer about it. */
const LONGEST_NOTE = 1000;

const progressMembers = {
  /** Seconds. */
  currentTime: ifValid(amount()),
  /** Seconds. */
  duration: ifValid(amount()),
  /** 0 to 1. */
  progress: ifValid(amount()),
  /** `false` sets a finished entry back to its start. */
  isFinished: ifValid(flag),
  hideFromContinueListening: ifValid(flag),
  /** Milliseconds since 1970. */
  startedAt: ifValid(time()),
  finishedAt: ifValid(time()),
  lastUpdate: ifValid(time()),
  /** A place in an ebook; readers of pdf and comics send the number of the page, which is kept as text. */
  ebookLocation: ifValid(z.nullable(written(LONGEST_NOTE))),
  /** 0 to 1. */
  ebookProgress: ifValid(amount()),
};

/** `PATCH /api/me/progress/:id`. */
export const progressChange = body(progressMembers);

/** `PATCH /api/me/progress/batch/update`: entries of unknown items are passed over. */
export const progressChangeOf = fields({
  libraryItemId: orElse(text(), ''),
  /** An episode of a podcast; null for a book. */
  episodeId: ifValid(z.nullable(text())),
  ...progressMembers,
});
export const NO_CHANGES = 'Missing request payload';
export const progressChanges = readableOf(progressChangeOf, NO_CHANGES).check(z.minLength(1, NO_CHANGES));

/** `POST` and `PATCH /api/me/item/:id/bookmark`. `time` in seconds; with the item it is the key. */
export const bookmark = body({
  time: number('Invalid time').check(z.gte(0, 'Invalid time')),
  title: filledText('Invalid title', LONGEST_NOTE),
});

/** What a device says of itself; apps send `sdkVersion` as a number. */
const said = ifValid(z.union([filledText(), number()]));
/** `deviceInfo`: the device that plays. */
export const deviceInfo = fields({
  deviceId: ifValid(filledText()),
  clientName: said,
  clientVersion: said,
  deviceName: said,
  deviceType: said,
  manufacturer: said,
  model: said,
  sdkVersion: said,
});

/** `POST /api/items/:id/play`. */
export const play = body({
  deviceInfo: orElse(deviceInfo, {}),
  /** What the player can play; anything else is transcoded to HLS. */
  supportedMimeTypes: orElse(texts(), []),
  mediaPlayer: orElse(text(), 'unknown'),
  forceTranscode: orElse(flag, false),
  forceDirectPlay: orElse(flag, false),
});

/** `POST /api/session/:id/sync` and `close`. Seconds: the place, and what was heard since the last one that arrived. */
export const listened = body({
  currentTime: ifValid(amount()),
  timeListened: ifValid(amount()),
  duration: ifValid(amount()),
});

const localSessionMembers = {
  /** An own uuid. */
  id: orElse(text(), ''),
  userId: orElse(text(), ''),
  libraryId: ifValid(text()),
  libraryItemId: orElse(text(), ''),
  bookId: ifValid(z.nullable(text())),
  episodeId: ifValid(z.nullable(text())),
  mediaType: orElse(mediaType, 'book'),
  displayTitle: orElse(text(), ''),
  displayAuthor: orElse(text(), ''),
  /** Seconds. */
  duration: orElse(amount(), 0),
  /** Without the server. */
  playMethod: orElse(z.literal(3), 3),
  mediaPlayer: orElse(text(), ''),
  /** `2026-03-04` and `Wednesday`, where it was heard. */
  date: orElse(text(), ''),
  dayOfWeek: orElse(text(), ''),
  /** Seconds in all, not since the last time. */
  timeListening: orElse(amount(), 0),
  /** Seconds. */
  startTime: orElse(amount(), 0),
  currentTime: orElse(amount(), 0),
  /** Milliseconds since 1970. */
  startedAt: orElse(time(), 0),
  updatedAt: orElse(time(), 0),
};
/** One of several: it has its own result, also when nothing of it can be read. */
export const localSessionEntry = body(localSessionMembers);

/** `POST /api/session/local`: a session made without the server, complete (server fact 18). */
export const localSession = body({ ...localSessionMembers, deviceInfo: ifValid(deviceInfo) });

/** Of all of them: the device. */
export const localSessionsDevice = body({ deviceInfo: orElse(deviceInfo, {}) });
/** `POST /api/session/local-all`. */
export const localSessions = body({ sessions: readableOf(localSessionEntry), deviceInfo: orElse(deviceInfo, {}) });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NO_SESSIONS = 'Invalid request body. "sessions" array of session id strings is required.';
/** `POST /api/sessions/batch/delete`. */
export const sessionIds = body({
  sessions: listOf(text(NO_SESSIONS).check(z.regex(uuid, NO_SESSIONS)), NO_SESSIONS).check(z.minLength(1, NO_SESSIONS)),
});

/** `PATCH /public/share/:slug/progress`. Seconds. */
export const shareProgress = body({ currentTime: amount('Invalid current time') });
