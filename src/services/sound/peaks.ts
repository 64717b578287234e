import { PER_SECOND } from './wave.ts';

/** Half decibels below full scale; counts as silence. */
const SILENCE = 255;

/** Loudness per hundredth of a second. `from`: second of the sound, silence outside it. `count`: values. */
export function peaksOf(
  channels: readonly Float32Array[],
  rate: number,
  from: number,
  count: number,
): { peaks: Uint8Array<ArrayBuffer>; quiet: Uint8Array<ArrayBuffer> } {
  const peaks = new Uint8Array(count);
  const quiet = new Uint8Array(count).fill(SILENCE);
  const length = channels[0]?.length ?? 0;
  for (let index = 0; index < count; index += 1) {
    const begin = Math.max(0, Math.round((from + index / PER_SECOND) * rate));
    const end = Math.min(length, Math.round((from + (index + 1) / PER_SECOND) * rate));
    if (end <= begin) continue;
    let peak = 0;
    let sum = 0;
    for (const channel of channels) {
      for (let at = begin; at < end; at += 1) {
        const value = channel[at] ?? 0;
        sum += value * value;
        peak = Math.max(peak, Math.abs(value));
      }
    }
    const power = sum / (end - begin) / channels.length;
    peaks[index] = Math.min(255, Math.round(peak * 255));
    quiet[index] = power > 0 ? Math.min(SILENCE, Math.max(0, Math.round(-20 * Math.log10(power)))) : SILENCE;
  }
  return { peaks, quiet };
}
