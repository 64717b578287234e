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
  /** Of the next playback session, by the server's names. */
  mediaPlayer: string;
  request: PlayRequest | null;
  /** Opened when the present session is closed. */
  next: PlayRequest | null;
  opened: OpenSession | null;
  details: MediaDetails | null;
  /** The listener pressed play. */
  wantsSound: boolean;
  failure: PlayerFailure | null;
  recoveries: number;
  recoveredAt: number;
  loudVolume: number | null;
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

/** Another media, or the failed one again. */
export interface MediaRequested {
  type: 'media.requested';
  request: PlayRequest;
  isAutomatic?: true | undefined;
  isSilent?: true | undefined;
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
  | MediaRequested
  | { type: 'media.closed' }
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
  | { type: 'details.due' };

export type PlayCommand = Extract<PlayerCommand, { type: 'player.play' }>;
export type RestoreCommand = Extract<PlayerCommand, { type: 'player.restore' }>;
