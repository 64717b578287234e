import type { AudioFile } from '../../../schemas/api/audio-file.ts';

/** Encoder values, like `aac`, `128k`, `2`. */
export interface EncodeChoice {
  readonly codec: string;
  readonly bitrate: string;
  readonly channels: string;
}

export const PRESETS = {
  codec: ['copy', 'aac', 'opus'],
  bitrate: ['32k', '64k', '128k', '192k'],
  channels: ['1', '2'],
} as const;

export type EncodeField = keyof EncodeChoice;

/** `bitRate` in bit/s. */
export type Sound = Pick<AudioFile, 'codec' | 'bitRate' | 'channels' | 'duration'>;

/** Mean in bit/s, weighted by duration; null when unknown. */
export function meanBitRate(files: readonly Sound[]): number | null {
  const known = files.flatMap(({ bitRate, duration }) => (bitRate ? [{ bitRate, weight: duration || 1 }] : []));
  const whole = known.reduce((sum, { weight }) => sum + weight, 0);
  return whole === 0 ? null : known.reduce((sum, { bitRate, weight }) => sum + bitRate * weight, 0) / whole;
}

export const codecsOf = (files: readonly Sound[]): readonly string[] => [
  ...new Set(files.flatMap(({ codec }) => codec || [])),
];

/** Distinct channel counts, ascending. */
export const channelsOf = (files: readonly Sound[]): readonly number[] =>
  [...new Set(files.flatMap(({ channels }) => channels || []))].sort((one, other) => one - other);

const bitsOf = (preset: string): number => Number.parseInt(preset, 10) * 1000;

/** Copies AAC files; else the lowest preset that keeps the bit rate, and mono or stereo as they are. */
export function choiceFor(files: readonly Sound[]): EncodeChoice {
  const mean = meanBitRate(files);
  const enough = PRESETS.bitrate.find((preset) => mean !== null && bitsOf(preset) >= mean);
  const isAac = files.length > 0 && files.every(({ codec }) => codec === 'aac');
  return {
    codec: isAac ? 'copy' : 'aac',
    bitrate: enough ?? (mean === null ? '128k' : '192k'),
    channels: Math.max(0, ...channelsOf(files)) === 1 ? '1' : '2',
  };
}

export const isCopy = ({ codec }: EncodeChoice): boolean => codec.trim() === 'copy';

const ALLOWED: { readonly [Field in EncodeField]: RegExp } = {
  codec: /^[\w-]+$/,
  bitrate: /^[1-9]\d*[kKmM]?$/,
  channels: /^[1-8]$/,
};

export function faultsOf(choice: EncodeChoice): readonly EncodeField[] {
  const requested: readonly EncodeField[] = isCopy(choice) ? ['codec'] : ['codec', 'bitrate', 'channels'];
  return requested.filter((field) => !ALLOWED[field].test(choice[field].trim()));
}

/** A copy sends no bit rate and no channels. */
export function sentChoice(choice: EncodeChoice): Partial<EncodeChoice> {
  const codec = choice.codec.trim();
  return isCopy(choice) ? { codec } : { codec, bitrate: choice.bitrate.trim(), channels: choice.channels.trim() };
}
