import { isRecord } from '../schemas/keys.ts';
import {
  FRAMEWORK_CALLBACK,
  type CastFramework,
  type FrameworkCastState,
  type FrameworkMedia,
} from './cast-framework.ts';
import type { NowPlaying } from './media-session.ts';

/** The page's policy allows this URL only, and only with casting enabled. */
export const CAST_FRAMEWORK_URL = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1';

/** Whether receivers exist, and one is connected. */
export type CastState = 'alone' | 'near' | 'connecting' | 'connected';

export interface CastConnection {
  readonly state: CastState;
  readonly device: string;
}

/** Files that the receiver plays one after the other. */
export interface CastQueue {
  /** `url` is absolute; `duration` in seconds. */
  readonly tracks: readonly { readonly url: string; readonly mimeType: string; readonly duration: number }[];
  /** First file, from 0, and the second in it. */
  readonly index: number;
  readonly time: number;
  readonly isPlaying: boolean;
  readonly shown: NowPlaying;
}

/** `index` from 0, `time` in seconds of the file. */
export interface CastStatus {
  readonly state: 'playing' | 'paused' | 'waiting' | 'finished' | 'failed' | 'stopped';
  readonly index: number;
  readonly time: number;
  readonly rate: number;
}

/** `cancelled`: no receiver was chosen. */
export type CastRefusal = 'cancelled' | 'failed';

/** Wraps the Cast sender framework. */
export interface CastSender {
  connection(): CastConnection;
  /** Calls back after each change of {@link connection}. Returns the unsubscribe function. */
  onConnection(listener: (connection: CastConnection) => void): () => void;
  /** Opens the list of receivers; needs a press. Null: connected. */
  connect(): Promise<CastRefusal | null>;
  /** Also stops the sound there. */
  disconnect(): void;
  playableTypes(): readonly string[];
  /** Rejects when the receiver refuses it. Status reports follow. */
  load(queue: CastQueue): Promise<void>;
  play(): void;
  pause(): void;
  /** Seconds of the current file. */
  seek(time: number): void;
  /** Ignored by receivers with a fixed rate. */
  setRate(rate: number): void;
  /** 0..1. */
  setVolume(volume: number): void;
  /** Keeps the connection. */
  stop(): void;
  /** Calls back with each change, and each second while it plays. Returns the unsubscribe function. */
  onStatus(listener: (status: CastStatus) => void): () => void;
}

const MEDIA_NAMESPACE = 'urn:x-cast:com.google.cast.media';
const TYPES = ['audio/flac', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/aac', 'audio/webm', 'audio/wav'];
/** Limit per message: a book may have hundreds of files. */
const FILES_AT_ONCE = 20;
/** Seconds before the end of a file to preload the next. */
const PRELOAD_S = 20;
const TICK_MS = 1000;
/** Delay before a receiver's own stop is reported, in ms. */
const STOP_MS = 2000;
/** Timeout in ms: the framework reports at once when the browser cannot cast, or never. */
const PATIENCE_MS = 20_000;

const STATES: Readonly<Record<FrameworkCastState, CastState>> = {
  NO_DEVICES_AVAILABLE: 'alone',
  NOT_CONNECTED: 'near',
  CONNECTING: 'connecting',
  CONNECTED: 'connected',
};

export async function loadCastSender(win: Window = window): Promise<CastSender | null> {
  const isAvailable = await new Promise<boolean>((resolve) => {
    const script = win.document.createElement('script');
    const patience = setTimeout(() => resolve(false), PATIENCE_MS);
    const settle = (value: boolean) => {
      clearTimeout(patience);
      resolve(value);
    };
    win[FRAMEWORK_CALLBACK] = settle;
    script.addEventListener('error', () => settle(false));
    script.src = CAST_FRAMEWORK_URL;
    win.document.head.append(script);
  });
  const { cast, chrome } = win;
  return isAvailable && cast && chrome ? createCastSender({ cast, chrome }) : null;
}

export function createCastSender({ cast: { framework }, chrome: { cast } }: CastFramework): CastSender {
  const context = framework.CastContext.getInstance();
  context.setOptions({
    receiverApplicationId: cast.media.DEFAULT_MEDIA_RECEIVER_APP_ID,
    autoJoinPolicy: cast.AutoJoinPolicy.ORIGIN_SCOPED,
  });
  const listeners = new Set<(status: CastStatus) => void>();
  let watched: FrameworkMedia | null = null;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let stopping: ReturnType<typeof setTimeout> | undefined;
  let rate = 1;
  let requests = 0;

  const session = () => context.getCurrentSession();
  const ignore = () => undefined;

  function statusOf(media: FrameworkMedia): CastStatus {
    const data = media.media?.customData;
    const index = isRecord(data) ? Number(data['index']) : 0;
    return { state: stateOf(media), index, time: media.getEstimatedTime(), rate: media.playbackRate ?? 1 };
  }

  function notify(): void {
    if (!watched) return;
    const status = statusOf(watched);
    clearTimers();
    if (status.state === 'playing') ticking = setInterval(notify, TICK_MS);
    // A stop by a lost connection is reported as that.
    if (status.state === 'stopped') stopping = setTimeout(() => notifyAll(status), STOP_MS);
    else notifyAll(status);
  }

  function notifyAll(status: CastStatus): void {
    for (const listener of listeners) listener(status);
  }

  function clearTimers(): void {
    clearInterval(ticking);
    clearTimeout(stopping);
  }

  function watch(media: FrameworkMedia | null): void {
    clearTimers();
    watched?.removeUpdateListener(notify);
    watched = media;
    watched?.addUpdateListener(notify);
  }

  function applyRate(): void {
    const current = session();
    if (!current || !watched) return;
    requests += 1;
    current
      .sendMessage(MEDIA_NAMESPACE, {
        type: 'SET_PLAYBACK_RATE',
        playbackRate: rate,
        mediaSessionId: watched.mediaSessionId,
        requestId: requests,
      })
      .catch((cause: unknown) => console.warn('The receiver keeps its speed', cause));
  }

  function queueOf({ tracks, index, time, isPlaying, shown }: CastQueue): object {
    const items = tracks.slice(index, index + FILES_AT_ONCE).map((track, at) => {
      const media = new cast.media.MediaInfo(track.url, track.mimeType);
      media.duration = track.duration;
      media.customData = { index: index + at };
      media.metadata = Object.assign(new cast.media.MusicTrackMediaMetadata(), {
        title: shown.title,
        artist: shown.author,
        albumName: shown.album,
        images: shown.artwork.map(({ url }) => new cast.Image(url)),
      });
      return Object.assign(new cast.media.QueueItem(media), {
        autoplay: at > 0 || isPlaying,
        preloadTime: PRELOAD_S,
        startTime: at === 0 ? time : 0,
      });
    });
    return new cast.media.QueueLoadRequest(items);
  }

  return {
    connection() {
      const current = session();
      const state = STATES[context.getCastState()];
      // The session may end before the state changes.
      return {
        state: state === 'connected' && !current ? 'near' : state,
        device: current?.getCastDevice().friendlyName ?? '',
      };
    },
    onConnection(listener) {
      const { CAST_STATE_CHANGED, SESSION_STATE_CHANGED } = framework.CastContextEventType;
      const notifyState = () => listener(this.connection());
      for (const type of [CAST_STATE_CHANGED, SESSION_STATE_CHANGED]) context.addEventListener(type, notifyState);
      return () => {
        for (const type of [CAST_STATE_CHANGED, SESSION_STATE_CHANGED]) context.removeEventListener(type, notifyState);
      };
    },
    connect: () =>
      context.requestSession().then(
        (code) => (code ? 'failed' : null),
        (code) => (code === 'cancel' ? 'cancelled' : 'failed'),
      ),
    disconnect: () => context.endCurrentSession(true),
    playableTypes: () => TYPES,
    async load(queue) {
      watch(null);
      const current = session();
      if (!current) throw new Error('No receiver is connected');
      const media = await new Promise<FrameworkMedia>((resolve, reject) =>
        current.getSessionObj().queueLoad(queueOf(queue), resolve, reject),
      );
      watch(media);
      if (rate !== 1) applyRate();
      notify();
    },
    play: () => watched?.play(null, ignore, ignore),
    pause: () => watched?.pause(null, ignore, ignore),
    seek(time) {
      watched?.seek(Object.assign(new cast.media.SeekRequest(), { currentTime: time }), ignore, ignore);
    },
    setRate(value) {
      rate = value;
      applyRate();
    },
    setVolume(volume) {
      session()?.setVolume(volume).catch(ignore);
    },
    stop() {
      const media = watched;
      watch(null);
      media?.stop(null, ignore, ignore);
    },
    onStatus(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimers();
      };
    },
  };
}

function stateOf({ playerState, idleReason }: FrameworkMedia): CastStatus['state'] {
  if (playerState === 'PLAYING') return 'playing';
  if (playerState === 'PAUSED') return 'paused';
  if (playerState === 'BUFFERING') return 'waiting';
  if (idleReason === 'FINISHED') return 'finished';
  if (idleReason === 'ERROR') return 'failed';
  return 'stopped';
}
