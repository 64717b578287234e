import { createActor, type AnyEventObject } from 'xstate';
import type { Tape, TapeEntry } from '../../../schemas/tape.ts';
import { appMachine, type AppRef } from '../../app/app.machine.ts';
import type { ViewCode } from '../../kit/ports.ts';
import { changesOf, listByName, statesOf, type ClientStates } from './client-states.ts';
import { createGate, type Gate, type Relayed } from './gate.ts';
import { createTapePlayer, type TapePlayer } from './play-tape.ts';
import { changesIn, inWords, stepsOfTape, type Incoming } from './tape-steps.logic.ts';
import { isBeyondTape } from './tape-values.ts';

/** A client that replays a tape, forwards only. */
export interface Rerun {
  readonly app: AppRef;
  /** From 0. Resolves when the states match, or no longer can. */
  playTo(step: number): Promise<void>;
  /** The last step; -1 before the start. */
  readonly position: number;
  readonly differences: ReadonlyMap<number, readonly string[]>;
  readonly lines: readonly string[];
  random(): readonly number[];
  stop(): void;
}

export interface RerunOptions {
  readonly tape: Tape;
  readonly settle: (turn: number) => Promise<void>;
  readonly views?: ViewCode;
  /** Maximum settle rounds per step. Default 200. */
  readonly patience?: number;
}

/** Rounds to wait for values of views; without views they never come. */
const DRAWN_TURNS = 10;

/** Holds the events between actors until their moment on the tape. */
function createRelay(app: AppRef, player: TapePlayer, settle: RerunOptions['settle'], patience: number) {
  let held: Relayed[] = [];
  const gate: Gate = createGate(app, (relayed) => {
    const names = [...listByName(app).values()];
    if (relayed.source && !(names.includes(relayed.source) && names.includes(relayed.target))) return true;
    held.push(relayed);
    return false;
  });
  /** Waits for events that the client sends itself; others come from the tape. */
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
  return { gate, send };
}

async function loadView(views: ViewCode | undefined, call: TapeEntry | undefined): Promise<void> {
  if (!views || call?.kind !== 'call' || !call.path.startsWith('views.')) return;
  const name = String(call.args[0]);
  await (call.path === 'views.load' ? views.load(name) : views.loadModal(name)).catch(() => undefined);
}

export function createRerun({ tape, settle, views, patience = 200 }: RerunOptions): Rerun {
  const steps = stepsOfTape(tape);
  const player = createTapePlayer(tape, (work) => gate.within(work));
  const app = createActor(appMachine, { input: { ports: player.ports }, clock: player.timers });
  const { gate, send } = createRelay(app, player, settle, patience);
  app.subscribe({ error: () => undefined });
  // Machines newer than the tape don't count.
  const known = new Set(steps.flatMap((step) => Object.keys(changesIn(step))));
  const now = (): ClientStates => Object.fromEntries(Object.entries(statesOf(app)).filter(([name]) => known.has(name)));
  const expected: Record<string, string> = {};
  const differences = new Map<number, readonly string[]>();
  const lines: string[] = [];
  let states: ClientStates = {};
  let position = -1;
  let lastWrong = '';

  const take = async (index: number, entry: Incoming) => {
    player.goTo(index);
    if (entry.kind === 'start') app.start();
    else if (entry.kind === 'answer') {
      await loadView(views, tape.entries[entry.call]);
      player.answer(entry);
    } else if (entry.kind === 'send') await send(entry);
    else for (let turn = 0; !player.notify(entry) && turn < patience; turn += 1) await settle(turn);
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
          // Later actions of actors are steps of their own; only a call may be missing.
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
