import type { MediaProgress } from '../../../schemas/api/progress.ts';
import type { User } from '../../../schemas/api/user.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { AutoRewindParentEvent } from './auto-rewind.machine.ts';
import type { MediaDetails } from './details.logic.ts';
import type { EngineFailure, EngineReport } from './engines/engine.protocol.ts';
import type { HistoryParentEvent } from './history.machine.ts';
import type { NoticeParentEvent } from './notice.machine.ts';
import type { OpenSession } from './open-session.actor.ts';
import type { PlaybackSessionParentEvent } from './playback-session.machine.ts';
import type { MediaRef } from '../../kit/media.logic.ts';
import type { PlayerCommand, PlayPreview } from './player.protocol.ts';
import type { PlayheadRef } from './playhead.actor.ts';
import type { SheetParentEvent } from './sheet.machine.ts';
import type { SleepTimerParentEvent } from './sleep-timer.machine.ts';
import type { EffectivePreferences } from './item-settings.logic.ts';
import type { BrowserSessions, PreferencesChanged, StartedElsewhere } from './watchers.actor.ts';

export interface PlayRequest {
  readonly media: MediaRef;
  /** Seconds; null: the saved position. */
  readonly startTime: number | null;
  readonly preview: PlayPreview | null;
  /** Adds the previous position to the history. */
  readonly isJump?: true;
}

export type PlayerFailure =
  | { readonly kind: 'session'; readonly error: AppError }
  | { readonly kind: 'sound'; readonly failure: EngineFailure }
  | { readonly kind: 'noSound' };

export interface PlayerContext {
  playhead: PlayheadRef;
  preferences: EffectivePreferences;
  userId: string;
  /** A receiver plays; sound loaded elsewhere moves with its next session. */
  isCasting: boolean;
  /** The loaded files sound at a former output. */
  isMoving: boolean;
  request: PlayRequest | null;
  /** Opened when the present session is closed. */
  next: PlayRequest | null;
  opened: OpenSession | null;
  details: MediaDetails | null;
  wantsSound: boolean;
  failure: PlayerFailure | null;
  isUndoOffered: boolean;
  recoveries: number;
  recoveredAt: number;
  isRecovering: boolean;
  loudVolume: number | null;
  isAnnounced: boolean;
  /** Just began to sound: a second press belongs to a double press. */
  isFirstSound: boolean;
  /** Drawn after the first moment of sound, or when that takes long. */
  isDrawingHeld: boolean;
  /** Disconnected without sound: another device may have moved the position, so ours is not saved. */
  isUnchecked: boolean;
  /** Server time (ms) of the newest known progress. */
  lastUpdate: number;
  /** Late progress events of these are ours. */
  ownSessions: readonly string[];
  browserSessions: readonly string[];
}

export interface ServerProgress {
  type: 'server.progress.updated';
  progress: {
    sessionId?: string | null | undefined;
    deviceDescription?: string | null | undefined;
    data: MediaProgress;
  };
}

/** Starts an engine with loaded files. Raised a step after they are known. */
export interface LoadSound {
  type: 'sound.load';
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
  | { type: 'server.user.updated'; user: User }
  | ServerEventOf<'server.item.updated' | 'server.items.updated'>
  | { type: 'server.session.closed'; sessionId: string }
  | { type: 'server.stream.reset'; reset: { readonly streamId: string } }
  | { type: 'server.stream.failed'; failure: { readonly id: string; readonly message: string } }
  | { type: 'server.lost' }
  | { type: 'server.reached' }
  /** The account was reloaded after `server.reached`. */
  | { type: 'server.checked' }
  | { type: 'player.accountLoaded'; userId: string }
  | { type: 'press.ended' }
  | { type: 'drawing.due' }
  | { type: 'details.due' };

export type PlayCommand = Extract<PlayerCommand, { type: 'player.play' }>;
export type RestoreCommand = Extract<PlayerCommand, { type: 'player.restore' }>;
