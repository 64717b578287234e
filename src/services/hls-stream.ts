import type Hls from 'hls.js';
import type { ErrorData, LoaderConfig, LoadPolicy } from 'hls.js';

/** Why a stream cannot go on. */
export type StreamFailure = 'network' | 'decode' | 'unsupported';

/** A stream that is loaded into an audio element. */
export interface OpenStream {
  /** The server began to transcode anew: what is missing from this second (of the stream) on is loaded again. */
  restart(time: number): void;
  /** Stops loading. The element keeps what it has until it gets something else. */
  close(): void;
}

const NOT_FOUND = 404;

/** By CON-031 to CON-035. A segment that is not yet encoded answers 404 (PLR-105, server fact 9). */
export const STREAM_LOADING: LoaderConfig = {
  maxTimeToFirstByteMs: 10_000,
  maxLoadTimeMs: 120_000,
  timeoutRetry: { maxNumRetry: 4, retryDelayMs: 0, maxRetryDelayMs: 0 },
  errorRetry: {
    maxNumRetry: 8,
    retryDelayMs: 1000,
    maxRetryDelayMs: 8000,
    shouldRetry: (config, count, _isTimeout, response, retries) =>
      config !== null &&
      config !== undefined &&
      count < config.maxNumRetry &&
      (retries || response?.code === NOT_FOUND),
  },
};
const policy: LoadPolicy = { default: STREAM_LOADING };

/**
 * Loads an HLS stream into an audio element: by hls.js, or by the browser itself where only that can (iOS before 17.1)
 * or where it does it alone (Safari without MediaSource).
 * @param time seconds of the stream to begin at
 * @param onFailed once, when it cannot go on
 */
export function openHlsStream(
  element: HTMLAudioElement,
  url: string,
  time: number,
  onFailed: (failure: StreamFailure) => void,
): OpenStream {
  if (prefersOwn(element)) {
    element.src = url;
    element.load();
    return { restart: () => undefined, close: () => undefined };
  }
  let hls: Hls | null = null;
  let isClosed = false;
  import('hls.js/light').then(
    ({ default: Player }) => {
      if (isClosed) return;
      if (!Player.isSupported()) return onFailed('unsupported');
      hls = new Player({
        enableWorker: false,
        // Cues need a track element with a `data:` address, which the page's policy forbids.
        enableID3MetadataCues: false,
        enableEmsgMetadataCues: false,
        enableDateRangeMetadataCues: false,
        startPosition: time,
        fragLoadPolicy: policy,
        playlistLoadPolicy: policy,
        manifestLoadPolicy: policy,
      });
      hls.on(Player.Events.ERROR, (_event, data) => {
        if (isClosed) return;
        tell(data);
        if (data.fatal) onFailed(failureOf(data, Player));
      });
      hls.loadSource(url);
      hls.attachMedia(element);
    },
    () => {
      if (!isClosed) onFailed('network');
    },
  );
  return {
    restart(from) {
      hls?.stopLoad();
      hls?.startLoad(from);
    },
    close() {
      isClosed = true;
      hls?.destroy();
    },
  };
}

/** What is worth a line in the log: stalls (PLR-104) and what ends the stream. */
export function tell({ details, fatal, response }: Pick<ErrorData, 'details' | 'fatal' | 'response'>): void {
  if (fatal || details === 'bufferStalledError') console.warn(`HLS: ${details}`, response?.code ?? '');
}

/** What the server refuses is not there, or cannot be transcoded. */
function failureOf({ type, response }: ErrorData, { ErrorTypes }: typeof Hls): StreamFailure {
  const code = response?.code ?? 0;
  const isRefused = code >= 400 && code < 500;
  if (type === ErrorTypes.NETWORK_ERROR) return isRefused ? 'unsupported' : 'network';
  return type === ErrorTypes.MEDIA_ERROR ? 'decode' : 'unsupported';
}

function prefersOwn(element: HTMLAudioElement): boolean {
  const hasMediaSource = 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
  return !hasMediaSource && element.canPlayType('application/vnd.apple.mpegurl') !== '';
}
