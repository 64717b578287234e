import { AppException } from '../../schemas/app-error.ts';
import { errorFromResponse } from '../error-mapping.ts';
import { errorFromHttp, type Http } from '../http.ts';
import { createWorkerCalls } from '../worker-calls.ts';
import type { PeaksAnswer } from './peaks.worker.ts';
import { createWaveReader } from './wave-reader.ts';
import { WaveException, type WaveReader } from './wave.ts';

/** Hz: enough to show waves and find silences. */
const RATE = 8000;

/** Wave forms of an item's files: loads bytes by authorised calls, decodes here, measures in a worker. */
export function openWave({ authorized }: Http, itemId: string): WaveReader {
  const worker = createWorkerCalls<PeaksAnswer>(
    new Worker(new URL('./peaks.worker.ts', import.meta.url), { type: 'module' }),
    (event) => worker.end(event.error ?? new Error('The worker of the wave form ended')),
  );
  const fetchRange = (ino: string, signal: AbortSignal) => async (begin: number, end: number) => {
    const path = `api/items/${encodeURIComponent(itemId)}/file/${encodeURIComponent(ino)}`;
    const headers = { Range: `bytes=${begin}-${end - 1}` };
    try {
      const response = await authorized(path, { headers, signal, timeout: false });
      if (!response.ok)
        throw new AppException(
          errorFromResponse('items.file', response.status, response.headers, await response.text()),
        );
      if (response.status !== 206) {
        await response.body?.cancel();
        throw new WaveException('ranges');
      }
      return new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      if (cause instanceof WaveException) throw cause;
      throw new AppException(signal.aborted ? { kind: 'aborted' } : errorFromHttp(cause), { cause });
    }
  };
  return createWaveReader({
    fetchRange,
    async decode(bytes) {
      const sound = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes);
      const channels = Array.from({ length: sound.numberOfChannels }, (_, index) =>
        sound.getChannelData(index).slice(),
      );
      return { channels, rate: sound.sampleRate };
    },
    measure: (sound, from, count) => worker.ask({ ...sound, from, count }),
    close: () => worker.end(new AppException({ kind: 'aborted' })),
  });
}
