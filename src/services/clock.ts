/** Milliseconds. A port, so that tests control time. */
export interface Clock {
  /** Since 1970 by the device: may be set forwards and backwards. */
  now(): number;
  /** Since the page began: never set, but pauses during sleep on some devices. */
  elapsed(): number;
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
