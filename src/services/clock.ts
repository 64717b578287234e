/** Time in ms. A port, so that tests can turn it. */
export interface Clock {
  /** Since 1970, by the device: it may be set, forwards and backwards. */
  now(): number;
  /** Since the page began: never set, but on some devices it stands still while they sleep. */
  elapsed(): number;
}

/** The clocks of the device. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };
