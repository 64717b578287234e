import type Hls from 'hls.js';
import type { ErrorData, LoaderConfig, LoadPolicy } from 'hls.js';

export type StreamFailure = 'network' | 'decode' | 'unsupported';

export interface OpenStream {
  /** The server restarted the transcode: reloads missing segments from this second of the stream on. */
  restart(time: number): void;
  /** Stops loading; the element keeps its buffer until its next source. */
  close(): void;
}

const NOT_FOUND = 404;

/** A segment that is not encoded yet answers 404 (server fact 9). */
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

/** By hls.js, or natively (iOS before 17.1, Safari without MediaSource). `time` in s; `onFailed` is called once. */
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
        // Cues need a track element with a `data:` URL, which the page's policy forbids.
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
        notify(data);
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

/** Logs stalls and fatal errors. */
export function notify({ details, fatal, response }: Pick<ErrorData, 'details' | 'fatal' | 'response'>): void {
  if (fatal || details === 'bufferStalledError') console.warn(`HLS: ${details}`, response?.code ?? '');
}

/** A refused segment is missing, or can't be transcoded. */
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
