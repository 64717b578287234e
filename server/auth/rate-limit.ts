import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimitConfig } from '../config.ts';
import { failJson } from '../http/errors.ts';

/** Addresses that are counted at the same time; the one silent for longest is dropped. */
const MOST = 10_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** A proxy on this machine may pass on invented addresses: together they get this many times the calls of one. */
const PROXIED = 25;

/** A client's own network: an IPv4 address, or an IPv6 network of 64 bits. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.slice(0, 64);
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - start.length - end.length).fill('0');
  const groups = [...start, ...zeros, ...end].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** A route hook for calls that take a password or token: one counter per client network, and one per proxy. */
export function createRateLimiter({ max, windowMs, message }: RateLimitConfig) {
  const counters = new Map<string, { count: number; endsAt: number }>();
  const forget = (now: number): void => {
    for (const [address, counter] of counters) if (counter.endsAt <= now) counters.delete(address);
  };
  const countedFor = (client: string, now: number) => {
    if (counters.size >= MOST) forget(now);
    const known = counters.get(client);
    const counter = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    counter.count += 1;
    counters.delete(client);
    counters.set(client, counter);
    const [oldest] = counters.keys();
    if (counters.size > MOST && oldest !== undefined) counters.delete(oldest);
    return counter;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (max === 0) return;
    const now = Date.now();
    const peer = request.socket.remoteAddress;
    const proxy = request.ip === peer ? undefined : countedFor(`proxy ${peer}`, now);
    // A closed connection has no address.
    const own = countedFor(networkOf(request.ip ?? ''), now);
    const counter = proxy && proxy.count > max * PROXIED ? { ...proxy, count: max + 1 } : own;
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
