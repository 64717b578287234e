import { isRecord } from '../../../schemas/keys.ts';
import type { Tape, TapeEntry } from '../../../schemas/tape.ts';

export type Incoming = Extract<TapeEntry, { after: unknown }>;

export interface TapeStep {
  readonly first: number;
  readonly incoming: readonly { readonly index: number; readonly entry: Incoming }[];
}

export function stepsOfTape({ entries }: Tape): readonly TapeStep[] {
  const steps: { first: number; incoming: { index: number; entry: Incoming }[] }[] = [];
  entries.forEach((entry, index) => {
    // A report of a port during a call of the client belongs to that call.
    if (!('after' in entry) || (entry.kind === 'tell' && entry.within !== undefined)) return;
    const last = steps.at(-1);
    if (entry.isJoined && last) last.incoming.push({ index, entry });
    else steps.push({ first: index, incoming: [{ index, entry }] });
  });
  return steps;
}

/** `at` in ms since the page began. -1: none yet. */
export function positionAt(tape: Tape, at: number): number {
  return stepsOfTape(tape).findLastIndex(({ incoming }) => (incoming[0]?.entry.at ?? Infinity) <= at);
}

export function upTo(tape: Tape, step: number): Tape {
  return { ...tape, entries: tape.entries.slice(0, stepsOfTape(tape)[step + 1]?.first ?? tape.entries.length) };
}

/** By machine name; null: gone. */
export function changesIn({ incoming }: TapeStep): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const { entry } of incoming) Object.assign(changes, entry.after);
  return changes;
}

/** `api.call items.one answered → page: ready`. */
export function inWords(tape: Tape, { incoming }: TapeStep, changes: Readonly<Record<string, string | null>>): string {
  const what = incoming.map(({ entry }) => whatOf(tape, entry)).join(', ');
  const states = Object.entries(changes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, state]) => `${name}: ${state ?? 'gone'}`);
  return `${what} → ${states.join(', ') || 'the same'}`;
}

/** `api.call items.one`. */
export function callInWords({ path, args }: Extract<TapeEntry, { kind: 'call' }>): string {
  const [first] = args;
  const { name, key }: { name?: unknown; key?: unknown } = isRecord(first) ? first : {};
  const detail = typeof first === 'string' ? first : (name ?? key);
  return typeof detail === 'string' ? `${path} ${detail}` : path;
}

function whatOf({ entries }: Tape, entry: Incoming): string {
  if (entry.kind === 'start') return 'start';
  if (entry.kind === 'send') return `${entry.event.type} to ${entry.to}`;
  const call = entries[entry.kind === 'answer' ? entry.call : Number.parseInt(entry.listener, 10)];
  const from = call?.kind === 'call' ? callInWords(call) : '';
  if (entry.kind === 'tell') return `${from} notified`;
  return `${from} ${entry.error === undefined ? 'answered' : 'failed'}`;
}
