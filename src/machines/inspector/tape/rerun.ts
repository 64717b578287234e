import { createActor, type AnyEventObject } from 'xstate';
import type { Tape, TapeEntry } from '../../../schemas/tape.ts';
import { appMachine, type AppRef } from '../../app/app.machine.ts';
import type { ViewCode } from '../../app/ports.ts';
import { changesOf, listByName, statesOf, type ClientStates } from './client-states.ts';
import { createGate, type Gate, type Relayed } from './gate.ts';
import { createTapePlayer } from './play-tape.ts';
import { changesIn, inWords, stepsOfTape, type Incoming } from './tape-steps.logic.ts';
import { isBeyondTape } from './tape-values.ts';

/** A client that takes the steps of a tape. It begins at the start of the client, and goes forwards only. */
export interface Rerun {
  readonly app: AppRef;
  /** Takes the steps up to this one, from 0. Resolves when the client has the states of it, or does not get there. */
  playTo(step: number): Promise<void>;
  /** Of the step that was taken last. -1: it has not started. */
  readonly position: number;
  /** Steps after which the client was elsewhere than on the tape: machines with where they were and are. */
  readonly differences: ReadonlyMap<number, readonly string[]>;
  /** What happened in each step, and what changed by it now, in words. */
  readonly lines: readonly string[];
  /** The numbers that the client drew next when it was recorded; none when it draws more. */
  random(): readonly number[];
  stop(): void;
}

export interface RerunOptions {
  readonly tape: Tape;
  /** Resolves when all that was at hand is done. `turn` counts from 0 while code is waited for. */
  readonly settle: (turn: number) => Promise<void>;
  /** The code of the views, where they draw it: what was loaded then is loaded now. */
  readonly views?: ViewCode;
  /** So often a step is settled, at most, until its states are as on the tape. Default 200. */
  readonly patience?: number;
}

/** So often what a view gives (an element of the page, say) is waited for: where no views are, it never comes. */
const DRAWN_TURNS = 10;

/** Begins a client that plays a tape. */
export function createRerun({ tape, settle, views, patience = 200 }: RerunOptions): Rerun {
  const steps = stepsOfTape(tape);
  const player = createTapePlayer(tape, (work) => gate.within(work));
  let held: Relayed[] = [];
  const app = createActor(appMachine, { input: { ports: player.ports }, clock: player.timers });
  // Each has its moment on the tape.
  const gate: Gate = createGate(app, (relayed) => {
    const names = [...listByName(app).values()];
    if (relayed.source && !(names.includes(relayed.source) && names.includes(relayed.target))) return true;
    held.push(relayed);
    return false;
  });
  app.subscribe({ error: () => undefined });
  // What the program has learned since says nothing about the tape.
  const known = new Set(steps.flatMap((step) => Object.keys(changesIn(step))));
  const now = (): ClientStates => Object.fromEntries(Object.entries(statesOf(app)).filter(([name]) => known.has(name)));
  const expected: Record<string, string> = {};
  const differences = new Map<number, readonly string[]>();
  const lines: string[] = [];
  let states: ClientStates = {};
  let position = -1;
  let lastWrong = '';

  /** An event that the client makes by itself is waited for; another one is read from the tape. */
  const send = async ({ from, to, event }: Extract<TapeEntry, { kind: 'send' }>) => {
    const find = () => {
      const refs = listByName(app);
      return held.find(
        ({ source, target, event: { type } }) =>
          type === event.type &&
          target === refs.get(to) &&
          source === (from === undefined ? undefined : refs.get(from)),
      );
    };
    let own = find();
    const isOwn = from !== undefined || isBeyondTape(event);
    const most = from !== undefined ? patience : isOwn ? DRAWN_TURNS : 0;
    for (let turn = 0; !own && turn < most; turn += 1) {
      await settle(turn);
      own = find();
    }
    held = held.filter((relayed) => relayed !== own);
    const target = listByName(app).get(to);
    if (isOwn && own) gate.pass(own);
    else if (from === undefined && target)
      gate.pass({ source: undefined, target, event: player.read(event) as AnyEventObject });
  };
  const loadView = async (call: TapeEntry | undefined) => {
    if (!views || call?.kind !== 'call' || !call.path.startsWith('views.')) return;
    const name = String(call.args[0]);
    // One that fails says so in its place.
    await (call.path === 'views.load' ? views.load(name) : views.loadModal(name)).catch(() => undefined);
  };
  const take = async (index: number, entry: Incoming) => {
    player.goTo(index);
    if (entry.kind === 'start') app.start();
    else if (entry.kind === 'answer') {
      await loadView(tape.entries[entry.call]);
      player.answer(entry);
    } else if (entry.kind === 'send') await send(entry);
    else for (let turn = 0; !player.tell(entry) && turn < patience; turn += 1) await settle(turn);
    apply(expected, entry.after);
  };
  const lookAt = (next: number): string[] => [
    ...differencesOf(expected, now()),
    ...player.missing(next).map((what) => `${what}: not called`),
  ];

  return {
    app,
    get position() {
      return position;
    },
    differences,
    lines,
    async playTo(step) {
      while (position < Math.min(step, steps.length - 1)) {
        const group = steps[position + 1];
        if (!group) return;
        for (const { index, entry } of group.incoming) {
          await take(index, entry);
          await Promise.resolve();
        }
        const next = steps[position + 2]?.first ?? tape.entries.length;
        let wrong = lookAt(next);
        for (let turn = 0; turn < patience && wrong.length > 0; turn += 1) {
          await settle(turn);
          wrong = lookAt(next);
          if (turn > 2 && wrong.join() === lastWrong) break;
          // What an actor does by itself later is a step of its own: only a call may still come.
          if (turn > DRAWN_TURNS && player.missing(next).length === 0) break;
        }
        if (wrong.length === 0) await settle(0);
        position += 1;
        if (wrong.length > 0 && wrong.join() !== lastWrong) differences.set(position, wrong);
        lastWrong = wrong.join();
        const reached = now();
        lines.push(inWords(tape, group, changesOf(states, reached)));
        states = reached;
      }
    },
    random: () => (gate.isWithin() ? player.random() : []),
    stop: () => void app.stop(),
  };
}

function apply(states: Record<string, string>, after: Incoming['after']): void {
  for (const [name, state] of Object.entries(after))
    if (state === null) delete states[name];
    else states[name] = state;
}

function differencesOf(expected: ClientStates, now: ClientStates): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(now)])]
    .filter((name) => expected[name] !== now[name])
    .map((name) => `${name}: ${expected[name] ?? 'none'}, now ${now[name] ?? 'none'}`);
}
