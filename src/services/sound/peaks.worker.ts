import { peaksOf } from './peaks.ts';

/** `id` returns with the answer. */
export interface PeaksCall {
  readonly id: number;
  readonly channels: readonly Float32Array[];
  readonly rate: number;
  readonly from: number;
  readonly count: number;
}

export interface PeaksAnswer {
  readonly id: number;
  readonly peaks: Uint8Array<ArrayBuffer>;
  readonly quiet: Uint8Array<ArrayBuffer>;
}

addEventListener('message', ({ data: { id, channels, rate, from, count } }: MessageEvent<PeaksCall>) => {
  postMessage({ id, ...peaksOf(channels, rate, from, count) } satisfies PeaksAnswer);
});
