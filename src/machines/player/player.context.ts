import type { MediaProgress } from '../../schemas/api/media-progress.ts';
import type { User } from '../../schemas/api/user.ts';
import type { AppError } from '../../schemas/app-error.ts';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { AutoRewindParentEvent } from './auto-rewind.machine.ts';
import type { MediaDetails } from './details.logic.ts';
import type { EngineFailure, EngineReport } from './engines/engine.protocol.ts';
import type { HistoryParentEvent } from './history.machine.ts';
import type { NoticeParentEvent } from './notice.machine.ts';
import type { OpenSession } from './open-session.actor.ts';
import type { PlaybackSessionParentEvent } from './playback-session.machine.ts';
import type { MediaRef, PlayerCommand, PlayPreview } from './player.protocol.ts';
import type { PlayheadRef } from './playhead.actor.ts';
import type { SheetParentEvent } from './sheet.machine.ts';
import type { SleepTimerParentEvent } from './sleep-timer.machine.ts';
import type { EffectivePreferences } from './item-settings.logic.ts';
import type { BrowserSessions, PreferencesChanged, StartedElsewhere } from './watchers.actor.ts';

/** What was asked to be played. */
export interface PlayRequest {
  readonly media: MediaRef;
  /** Seconds, or null for where the server says the listener was. */
  readonly startTime: number | null;
  readonly preview: PlayPreview | null;
  /** The place where the listener was is to be in the history. */
  readonly isJump?: true;
}

export type PlayerFailure =
  /** The server did not open a session. */
  | { readonly kind: 'session'; readonly error: AppError }
  /** The file did not sound. */
  | { readonly kind: 'sound'; readonly failure: EngineFailure }
  /** The item has no sound at all. */
  | { readonly kind: 'noSound' };

export interface PlayerContext {
  playhead: PlayheadRef;
  preferences: EffectivePreferences;
  /** Of the account; empty before it is known. */
  userId: string;
  /** A receiver makes the sound; what was loaded elsewhere before moves there with its next session. */
  isCasting: boolean;
  /** Where the loaded files sound is the place they should. */
  isMoving: boolean;
  /** What is open, or being opened. */
  request: PlayRequest | null;
  /** What is opened as soon as the present session is closed. */
  next: PlayRequest | null;
  opened: OpenSession | null;
  /** What the item tells of something that was only shown; counts while that is the request. */
  details: MediaDetails | null;
  /** Whether there should be sound as soon as there can be. */
  wantsSound: boolean;
  failure: PlayerFailure | null;
  /** A notice offers back what a person closed last. */
  isUndoOffered: boolean;
  /** Tries to get failed sound going again, and the listened seconds at the last one. */
  recoveries: number;
  recoveredAt: number;
  isRecovering: boolean;
  /** Volume before mute. */
  loudVolume: number | null;
  /** Other tabs know that this one plays. */
  isAnnounced: boolean;
  /** What was opened has just begun to sound: a press now is the second half of the one that opened it. */
  isFirstSound: boolean;
  /** A press opened it: the player is drawn once it has sounded for a moment, or when it does not sound soon. */
  isDrawingHeld: boolean;
  /**
   * The live connection was lost, or came back, while there was no sound: until the account was read, another device
   * may have moved the position, and the one here is not saved.
   */
  isUnchecked: boolean;
  /** Server time (ms) of the newest progress known of the open item. */
  lastUpdate: number;
  /** Sessions that were ours; late news of them are not news of another device. */
  ownSessions: readonly string[];
  /** Sessions that the tabs of this browser opened, newest last. */
  browserSessions: readonly string[];
}

/** Progress of an item as the server tells it over the socket. */
export interface ServerProgress {
  type: 'server.progress.updated';
  progress: {
    sessionId?: string | null | undefined;
    deviceDescription?: string | null | undefined;
    data: MediaProgress;
  };
}

/** Start an engine for what is open, with its files loaded. Told by the transport, a step after it knows them. */
export interface LoadSound {
  type: 'sound.load';
  /** Seconds of the whole item. */
  time: number;
}

export type PlayerEvent =
  | PlayerCommand
  | EngineReport
  | LoadSound
  | PlaybackSessionParentEvent
  | AutoRewindParentEvent
  | HistoryParentEvent
  | NoticeParentEvent
  | SheetParentEvent
  | SleepTimerParentEvent
  | PreferencesChanged
  | StartedElsewhere
  | BrowserSessions
  | ServerProgress
  /** The account was read again, or changed: its progress may be news of another device. */
  | { type: 'server.user.updated'; user: User }
  | ServerEventOf<'server.item.updated' | 'server.items.updated'>
  | { type: 'server.session.closed'; sessionId: string }
  /** The server transcodes a session anew, from another place. */
  | { type: 'server.stream.reset'; reset: { readonly streamId: string } }
  /** The server cannot transcode a session any further. */
  | { type: 'server.stream.failed'; failure: { readonly id: string; readonly message: string } }
  /** The live connection is gone: what other devices do is not told. */
  | { type: 'server.lost' }
  /** The live connection stands (again). */
  | { type: 'server.reached' }
  /** The account was read after that, and what is new in it was told. */
  | { type: 'server.checked' }
  /** The account is there: what it had open in this tab is there again. */
  | { type: 'player.accountLoaded'; userId: string }
  | { type: 'press.ended' }
  | { type: 'drawing.due' }
  /** What the item tells of what is only shown can be read: nothing is in the way. */
  | { type: 'details.due' };

export type PlayCommand = Extract<PlayerCommand, { type: 'player.play' }>;
export type RestoreCommand = Extract<PlayerCommand, { type: 'player.restore' }>;
