/** A sound file of an item, as the server describes it. */
export interface WaveFile {
  readonly ino: string;
  /** Bytes. */
  readonly size: number;
  /** Seconds. */
  readonly duration: number;
}

/** How loud a stretch of a file is: one value for each hundredth of a second. */
export interface WavePart {
  /** The largest deflection, 0..255. */
  readonly peaks: Uint8Array;
  /** Half decibels below full scale, 0..255: the quieter, the more. */
  readonly quiet: Uint8Array;
  /** Where the place of a second in the file is only estimated (variable bit rate), it may be seconds off. */
  readonly isExact: boolean;
}

/** Values in a second of a {@link WavePart}. */
export const PER_SECOND = 100;

/**
 * Why there is no wave form: the browser can't decode the format, or it can't be read in pieces and is too large as a
 * whole (`format`); or the server sends files only as a whole (`ranges`).
 */
export type WaveFault = 'format' | 'ranges';

export class WaveException extends Error {
  readonly fault: WaveFault;

  constructor(fault: WaveFault, options?: ErrorOptions) {
    super(`No wave form: ${fault}`, options);
    this.name = 'WaveException';
    this.fault = fault;
  }
}

/** Draws on files piece by piece: memory is bounded, however long the book is. */
export interface WaveReader {
  /**
   * A stretch of a file, in seconds of the file.
   *
   * @throws WaveException when there can be none; AppException when the file can't be had
   */
  read(file: WaveFile, begin: number, end: number, signal: AbortSignal): Promise<WavePart>;
  close(): void;
}
