import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimitConfig } from '../config.ts';
import { failJson } from '../http/errors.ts';

/** Addresses that are counted at the same time; the one that was silent longest gives way. */
const MOST = 10_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** One counter per client address for everything that takes a password or a token; a route hook. */
export function createRateLimiter({ max, windowMs, message }: RateLimitConfig) {
  const counters = new Map<string, { count: number; endsAt: number }>();
  const forget = (now: number): void => {
    for (const [address, counter] of counters) if (counter.endsAt <= now) counters.delete(address);
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (max === 0) return;
    const now = Date.now();
    if (counters.size >= MOST) forget(now);
    const known = counters.get(request.ip);
    const counter = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    counter.count += 1;
    counters.delete(request.ip);
    counters.set(request.ip, counter);
    const [oldest] = counters.keys();
    if (counters.size > MOST && oldest !== undefined) counters.delete(oldest);
    const secondsLeft = Math.ceil((counter.endsAt - now) / 1000);
    reply.headers({
      'ratelimit-policy': `${max};w=${Math.ceil(windowMs / 1000)}`,
      'ratelimit-limit': max,
      'ratelimit-remaining': Math.max(0, max - counter.count),
      'ratelimit-reset': secondsLeft,
    });
    if (counter.count <= max) return;
    reply.header('retry-after', secondsLeft);
    throw failJson(429, { error: message });
  };
}
