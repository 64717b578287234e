export interface WaveFile {
  readonly ino: string;
  /** Bytes. */
  readonly size: number;
  /** Seconds. */
  readonly duration: number;
}

/** Loudness, one value per hundredth of a second. */
export interface WavePart {
  /** 0..255. */
  readonly peaks: Uint8Array;
  /** Half decibels below full scale, 0..255; higher is quieter. */
  readonly quiet: Uint8Array;
  /** False: the position is estimated (variable bit rate) and may be off by seconds. */
  readonly isExact: boolean;
}

/** Values per second of a {@link WavePart}. */
export const PER_SECOND = 100;

/** `format`: not decodable, or too large to decode as a whole. `ranges`: the server sends whole files only. */
export type WaveFault = 'format' | 'ranges';

export class WaveException extends Error {
  readonly fault: WaveFault;

  constructor(fault: WaveFault, options?: ErrorOptions) {
    super(`No wave form: ${fault}`, options);
    this.name = 'WaveException';
    this.fault = fault;
  }
}

/** Reads files in pieces: memory use is bounded. */
export interface WaveReader {
  /** `begin` and `end` in seconds of the file. Rejects with WaveException or AppException. */
  read(file: WaveFile, begin: number, end: number, signal: AbortSignal): Promise<WavePart>;
  close(): void;
}
