/** Wall clock in ms since 1970. A port, so that tests can turn it. */
export interface Clock {
  now(): number;
}

/** The clock of the device. It may be set, forwards and backwards. */
export const systemClock: Clock = { now: () => Date.now() };
