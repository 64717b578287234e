import { failPlain } from './errors.ts';

/**
 * Runs `atOnce` heavy tasks at a time; others wait for their turn, or are refused with 429 when `waiting` wait already.
 */
export function createTurns(atOnce: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw failPlain(429, 'Too many requests at once. Try again in a moment');
      await new Promise<void>((resolve) => void queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
