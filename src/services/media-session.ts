/** What the operating system shows about the sound. */
export interface NowPlaying {
  readonly title: string;
  readonly author: string;
  /** The chapter, or what `title` is a part of: the podcast. */
  readonly album: string;
  /** The same square picture in some sizes; empty without one. */
  readonly artwork: readonly Artwork[];
}

export interface Artwork {
  readonly url: string;
  /** Pixels of a side. */
  readonly size: number;
  readonly type: string;
}

/** Seconds; `rate` is the speed of the sound. */
export interface SystemPosition {
  readonly duration: number;
  readonly position: number;
  readonly rate: number;
}

/** A key or button of the operating system, a headset or a watch. */
export type SystemAction =
  | { readonly kind: 'play' | 'pause' | 'stop' | 'previous' | 'next' | 'backward' | 'forward' }
  | { readonly kind: 'seek'; readonly time: number };

/** The player as the operating system shows it: lock screen, notification, media keys. */
export interface SystemPlayer {
  readonly isAvailable: boolean;
  /** Null takes it away. */
  show(playing: NowPlaying | null): void;
  setState(state: 'none' | 'paused' | 'playing'): void;
  setPosition(position: SystemPosition): void;
  /** Calls back for each press. Returns the end of the subscription. */
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

/** @param session `navigator.mediaSession`, or undefined where the browser has none */
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
      // A browser throws at anything else.
      const isKnown = Number.isFinite(duration) && duration > 0 && Number.isFinite(position) && rate > 0;
      if (!session || !isKnown) return;
      session.setPositionState({ duration, position: Math.min(Math.max(position, 0), duration), playbackRate: rate });
    },
    onAction(listener) {
      if (!session) return () => undefined;
      const kinds = Object.entries(ACTIONS) as [keyof typeof ACTIONS, (typeof ACTIONS)[keyof typeof ACTIONS]][];
      for (const [name, kind] of kinds) handle(session, name, () => listener({ kind }));
      handle(session, 'seekto', ({ seekTime }) => {
        if (seekTime !== undefined && seekTime !== null) listener({ kind: 'seek', time: seekTime });
      });
      return () => {
        for (const name of [...kinds.map(([name]) => name), 'seekto' as const]) handle(session, name, null);
      };
    },
  };
}

/** Browsers refuse actions that they do not know. */
function handle(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // Without this one key the others still work.
  }
}
