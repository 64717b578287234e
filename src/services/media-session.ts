import { keysOf } from '../schemas/keys.ts';
export interface NowPlaying {
  readonly title: string;
  readonly author: string;
  /** The chapter, or the podcast of an episode. */
  readonly album: string;
  /** One square picture in several sizes; may be empty. */
  readonly artwork: readonly Artwork[];
}

export interface Artwork {
  readonly url: string;
  /** Pixels. */
  readonly size: number;
  readonly type: string;
}

export interface SystemPosition {
  readonly duration: number;
  readonly position: number;
  readonly rate: number;
}

export type SystemAction =
  | { readonly kind: 'play' | 'pause' | 'stop' | 'previous' | 'next' | 'backward' | 'forward' }
  | { readonly kind: 'seek'; readonly time: number };

/** The player in lock screen, notification and media keys. */
export interface SystemPlayer {
  readonly isAvailable: boolean;
  show(playing: NowPlaying | null): void;
  setState(state: 'none' | 'paused' | 'playing'): void;
  setPosition(position: SystemPosition): void;
  /** Calls back for each press. Returns the unsubscribe function. */
  onAction(listener: (action: SystemAction) => void): () => void;
}

const ACTIONS = {
  play: 'play',
  pause: 'pause',
  stop: 'stop',
  previoustrack: 'previous',
  nexttrack: 'next',
  seekbackward: 'backward',
  seekforward: 'forward',
} as const;

export function createSystemPlayer(session: MediaSession | undefined): SystemPlayer {
  return {
    isAvailable: session !== undefined,
    show(playing) {
      if (!session) return;
      session.metadata =
        playing &&
        new MediaMetadata({
          title: playing.title,
          artist: playing.author,
          album: playing.album,
          artwork: playing.artwork.map(({ url, size, type }) => ({ src: url, sizes: `${size}x${size}`, type })),
        });
    },
    setState(state) {
      if (session) session.playbackState = state;
    },
    setPosition({ duration, position, rate }) {
      // Browsers throw for other values.
      const isKnown = Number.isFinite(duration) && duration > 0 && Number.isFinite(position) && rate > 0;
      if (!session || !isKnown) return;
      session.setPositionState({ duration, position: Math.min(Math.max(position, 0), duration), playbackRate: rate });
    },
    onAction(listener) {
      if (!session) return () => undefined;
      for (const name of keysOf(ACTIONS)) handle(session, name, () => listener({ kind: ACTIONS[name] }));
      handle(session, 'seekto', ({ seekTime }) => {
        if (seekTime !== undefined && seekTime !== null) listener({ kind: 'seek', time: seekTime });
      });
      return () => {
        for (const name of [...keysOf(ACTIONS), 'seekto' as const]) handle(session, name, null);
      };
    },
  };
}

/** Browsers throw for unknown actions. */
function handle(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // Other keys still work.
  }
}
