export const FRAMEWORK_CALLBACK = '__onGCastApiAvailable';

/** The used part of the Cast sender framework, which has no types and loads from Google (docs/decisions/0019). */
export interface CastFramework {
  readonly cast: {
    readonly framework: {
      readonly CastContext: { getInstance(): CastContext };
      readonly CastContextEventType: { readonly CAST_STATE_CHANGED: string; readonly SESSION_STATE_CHANGED: string };
    };
  };
  readonly chrome: {
    readonly cast: {
      readonly AutoJoinPolicy: { readonly ORIGIN_SCOPED: string };
      readonly Image: new (url: string) => object;
      readonly media: {
        readonly DEFAULT_MEDIA_RECEIVER_APP_ID: string;
        readonly MediaInfo: new (url: string, type: string) => FrameworkMediaInfo;
        readonly MusicTrackMediaMetadata: new () => object;
        readonly QueueItem: new (media: FrameworkMediaInfo) => FrameworkQueueItem;
        readonly QueueLoadRequest: new (items: readonly FrameworkQueueItem[]) => object;
        readonly SeekRequest: new () => { currentTime: number };
      };
    };
  };
}

export interface FrameworkMediaInfo {
  readonly contentId: string;
  duration?: number;
  metadata?: object;
  customData?: unknown;
}

export interface FrameworkQueueItem {
  autoplay?: boolean;
  preloadTime?: number;
  startTime?: number;
}

/** Times in seconds. */
export interface FrameworkMedia {
  readonly mediaSessionId: number;
  readonly playerState: 'IDLE' | 'PLAYING' | 'PAUSED' | 'BUFFERING';
  readonly idleReason: 'CANCELLED' | 'INTERRUPTED' | 'FINISHED' | 'ERROR' | null;
  readonly playbackRate?: number;
  readonly media: FrameworkMediaInfo | null;
  getEstimatedTime(): number;
  addUpdateListener(listener: (isAlive: boolean) => void): void;
  removeUpdateListener(listener: (isAlive: boolean) => void): void;
  play(request: null, onDone: () => void, onError: (error: unknown) => void): void;
  pause(request: null, onDone: () => void, onError: (error: unknown) => void): void;
  seek(request: { currentTime: number }, onDone: () => void, onError: (error: unknown) => void): void;
  stop(request: null, onDone: () => void, onError: (error: unknown) => void): void;
}

export interface FrameworkSession {
  getCastDevice(): { readonly friendlyName: string };
  getMediaSession(): FrameworkMedia | null;
  getSessionObj(): {
    queueLoad(request: object, onDone: (media: FrameworkMedia) => void, onError: (error: unknown) => void): void;
  };
  sendMessage(namespace: string, message: object): Promise<unknown>;
  setVolume(volume: number): Promise<unknown>;
}

export type FrameworkCastState = 'NO_DEVICES_AVAILABLE' | 'NOT_CONNECTED' | 'CONNECTING' | 'CONNECTED';

export interface CastContext {
  setOptions(options: { receiverApplicationId: string; autoJoinPolicy: string }): void;
  getCastState(): FrameworkCastState;
  getCurrentSession(): FrameworkSession | null;
  /** Opens the browser's list of devices. Rejects with a code: 'cancel' when closed. */
  requestSession(): Promise<unknown>;
  endCurrentSession(stopsCasting: boolean): void;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

declare global {
  interface Window extends Partial<CastFramework> {
    [FRAMEWORK_CALLBACK]?: (isAvailable: boolean) => void;
  }
}
