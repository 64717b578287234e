import type { History } from '../histories.ts';

/** By the fault in the middle of a random history: its start, and its end where it does not end by itself. */
const MIDDLES: Readonly<Record<string, readonly (readonly [begin: string, end: string])[]>> = {
  'cut, offline, drop, half, hang': [
    ['net cut', 'heal'],
    ['net drop', 'heal'],
    ['net half', 'heal'],
    ['net hang', 'heal'],
    ['net cut api', 'heal'],
    ['net drop sync', 'heal'],
    ['offline', 'online'],
    ['down', 'up'],
  ],
  'slow 15 s': [['net slow 15', 'heal']],
  'late 12.5 s, 25 s': [
    ['net late 12.5 sync x1', 'heal'],
    ['net late 12.5', 'heal'],
    ['net late 25 sync x1', 'heal'],
    ['net late 12.5 close', 'heal'],
  ],
  'reset after handled': [
    ['net reset', 'heal'],
    ['net reset sync x2', 'heal'],
    ['net reset close', 'heal'],
  ],
  '400 to 429': [400, 401, 403, 404, 405, 413, 429].map((status) => [`net status ${status}`, 'heal'] as const),
  '500, 502': [500, 502, 503].map((status) => [`net status ${status}`, 'heal'] as const),
  '200 with HTML, redirect': [
    ['net html', 'heal'],
    ['net redirect', 'heal'],
    ['net html api', 'heal'],
  ],
  '200 with other text, empty, garbage': [
    ['net text', 'heal'],
    ['net empty', 'heal'],
    ['net garbage', 'heal'],
  ],
  'IndexedDB or localStorage denied, full': [
    ['deny journal', ''],
    ['full journal', ''],
    ['full local', ''],
  ],
  'clock, hidden, frozen, sleep': [
    ['clock 3600', ''],
    ['clock -3600', ''],
    ['clock 90', ''],
    ['hide', 'show'],
    ['sleep 5', ''],
    ['sleep 12', ''],
  ],
  'server killed, standing still': [
    ['kill-server', 'start-server'],
    ['stop-server', 'cont-server'],
    ['kill-server; start-server', ''],
  ],
  'two faults': [
    ['net status 503 play; kill-server; start-server', 'heal'],
    ['kill-server; net status 502', 'start-server; heal'],
    ['offline; clock 600', 'online'],
    ['net drop; kill-server; start-server', 'heal'],
  ],
};

/** Actions during playback that leave it playing. */
const DEEDS = ['save', 'jump', 'listen 2', 'listen 5', 'pause; play', 'rate 2', 'save; listen 11'];
/** Possible ends during the fault, or after it. */
const ENDS = ['reload', 'close', 'kill-browser', 'close-player', 'pause', 'next; listen 2', ''];
const SETUPS = ['', '', 'new; ', 'plain; ', 'token 6; '];

/** The history of a seed: always the same one. */
export function randomHistory(seed: number, isOwnServer: boolean): History {
  const next = numbers(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const kinds = Object.keys(MIDDLES).filter((kind) => isOwnServer || !/server|two/.test(kind));
  const kind = pick(kinds);
  const [begin, end] = pick(MIDDLES[kind] ?? []);
  const setup = pick(SETUPS.filter((name) => isOwnServer || !name.startsWith('token')));
  const some = () => Array.from({ length: Math.floor(next() * 3) }, () => pick(DEEDS));
  const last = pick(ENDS);
  // The page of another book fails to load while the server is down.
  const isOver = next() < 0.4 && !last.startsWith('next');
  const middle = [`listen ${1 + Math.floor(next() * 6)}`, ...some()];
  const tail = isOver ? [last, end] : [end, `listen ${1 + Math.floor(next() * 4)}`, ...some(), last];
  const steps = [`${setup}open`, 'play', `listen ${1 + Math.floor(next() * 4)}`, ...some(), begin, ...middle, ...tail];
  return { name: `random ${seed}`, kind, steps: steps.filter((step) => step !== '').join('; ') };
}

/** Evenly distributed numbers from 0 to 1 (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
