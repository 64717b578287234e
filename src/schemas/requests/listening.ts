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

/** Characters of places and bookmarks: each answer about the account contains them. */
const LONGEST_NOTE = 1000;

const progressMembers = {
  /** Seconds. */
  currentTime: ifValid(amount()),
  /** Seconds. */
  duration: ifValid(amount()),
  /** 0..1. */
  progress: ifValid(amount()),
  /** `false` resets a finished entry to its start. */
  isFinished: ifValid(flag),
  hideFromContinueListening: ifValid(flag),
  /** Milliseconds since 1970. */
  startedAt: ifValid(time()),
  finishedAt: ifValid(time()),
  lastUpdate: ifValid(time()),
  /** Readers of pdf and comics send the number of the page, which is stored as text. */
  ebookLocation: ifValid(z.nullable(written(LONGEST_NOTE))),
  /** 0..1. */
  ebookProgress: ifValid(amount()),
};

export const progressChange = body(progressMembers);

export const progressChangeOf = fields({
  libraryItemId: orElse(text(), ''),
  episodeId: ifValid(z.nullable(text())),
  ...progressMembers,
});
export const NO_CHANGES = 'Missing request payload';
export const progressChanges = readableOf(progressChangeOf, NO_CHANGES).check(z.minLength(1, NO_CHANGES));

/** `time` in seconds; item and time are the key. */
export const bookmark = body({
  time: number('Invalid time').check(z.gte(0, 'Invalid time')),
  title: filledText('Invalid title', LONGEST_NOTE),
});

/** Apps send `sdkVersion` as a number. */
const said = ifValid(z.union([filledText(), number()]));
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

export const play = body({
  deviceInfo: orElse(deviceInfo, {}),
  /** Other types are transcoded to HLS. */
  supportedMimeTypes: orElse(texts(), []),
  mediaPlayer: orElse(text(), 'unknown'),
  forceTranscode: orElse(flag, false),
  forceDirectPlay: orElse(flag, false),
});

/** Seconds; `timeListened`: since the last sync that arrived. */
export const listened = body({
  currentTime: ifValid(amount()),
  timeListened: ifValid(amount()),
  duration: ifValid(amount()),
});

const localSessionMembers = {
  id: orElse(text(), ''),
  userId: orElse(text(), ''),
  libraryId: ifValid(text()),
  libraryItemId: orElse(text(), ''),
  bookId: ifValid(z.nullable(text())),
  episodeId: ifValid(z.nullable(text())),
  mediaType: orElse(mediaType, 'book'),
  displayTitle: orElse(text(), ''),
  displayAuthor: orElse(text(), ''),
  duration: orElse(amount(), 0),
  playMethod: orElse(z.literal(3), 3),
  mediaPlayer: orElse(text(), ''),
  /** `2026-03-04` and `Wednesday`, on the device. */
  date: orElse(text(), ''),
  dayOfWeek: orElse(text(), ''),
  timeListening: orElse(amount(), 0),
  /** Seconds. */
  startTime: orElse(amount(), 0),
  currentTime: orElse(amount(), 0),
  startedAt: orElse(time(), 0),
  updatedAt: orElse(time(), 0),
};
/** Has its own result, also when it is unreadable. */
export const localSessionEntry = body(localSessionMembers);

/** A complete session made offline (server fact 18). */
export const localSession = body({ ...localSessionMembers, deviceInfo: ifValid(deviceInfo) });

export const localSessionsDevice = body({ deviceInfo: orElse(deviceInfo, {}) });
export const localSessions = body({ sessions: readableOf(localSessionEntry), deviceInfo: orElse(deviceInfo, {}) });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NO_SESSIONS = 'Invalid request body. "sessions" array of session id strings is required.';
export const sessionIds = body({
  sessions: listOf(text(NO_SESSIONS).check(z.regex(uuid, NO_SESSIONS)), NO_SESSIONS).check(z.minLength(1, NO_SESSIONS)),
});

/** Seconds. */
export const shareProgress = body({ currentTime: amount('Invalid current time') });
