import type { StateValue } from 'xstate';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { AppRef } from '../../../src/machines/app/app.machine.ts';
import type { FakePorts } from '../fakes/ports.ts';
import { innermost } from '../state-values.ts';

/** The input of a rule: the client between two steps, with nothing left to do at once. */
export interface Seen {
  readonly app: AppRef;
  readonly ports: FakePorts;
  /** Machines that run, and those that ended in an error since the start. */
  readonly running: readonly AnyActorRef[];
  readonly broken: readonly string[];
}

const valueOf = (app: AppRef, name: string) =>
  (app.system.get(name) as AnyActorRef | undefined)?.getSnapshot() as AnyMachineSnapshot | undefined;

/**
 * Invariants of every moment, whatever happened. Sentences about the client as a whole, not read off the transitions.
 * Each returns the fault; null for none.
 */
export const RULES: Readonly<Record<string, (seen: Seen) => string | null>> = {
  'no machine ends in an error': ({ broken }) => broken[0] ?? null,
  'the client never ends': ({ app }) => (app.getSnapshot().status === 'active' ? null : app.getSnapshot().status),
  'who is signed out has no session': ({ app }) =>
    app.getSnapshot().matches('signedOut') && app.system.get('session') ? 'session runs' : null,
  'there is one live connection at most, and none without a session': ({ app, ports }) => {
    const most = app.system.get('session') ? 1 : 0;
    return ports.socket.connections > most ? `${ports.socket.connections} connections` : null;
  },
  'what sounds is what the player plays': ({ app, ports: { media } }) => {
    if (media.audio.paused || media.audio.ended || media.audio.readyState === 0) return null;
    const player = valueOf(app, 'player');
    const transport = innermost((player?.value as { transport?: StateValue } | undefined)?.transport);
    return ['playing', 'stalled', 'recovering'].includes(transport) || app.system.get('share')
      ? null
      : `sound while ${transport}`;
  },
  'timers do not pile up': ({ ports }) =>
    ports.clock.pending.length > 60 ? `${ports.clock.pending.length} timers` : null,
  'actors do not pile up': ({ running }) => (running.length > 120 ? `${running.length} machines` : null),
};

/** Additional checks at the end. */
interface SeenLater extends Seen {
  readonly openCalls: number;
  /** Played seconds, and those that the server knows of. */
  readonly heard: number;
  readonly saved: number;
  /** The browser has stored everything. */
  readonly hasKept: boolean;
}

/** Invariants once all is well again for some minutes. */
export const LATER: Readonly<Record<string, (seen: SeenLater) => string | null>> = {
  'no call is left open': ({ openCalls }) => (openCalls > 0 ? `${openCalls} calls` : null),
  'what was heard is counted once': ({ app, hasKept, heard, saved, ports }) =>
    hasKept && app.getSnapshot().matches('signedIn') && Math.abs(heard - saved) > 1.5
      ? `heard ${heard} s, saved ${saved} s; journal ${JSON.stringify([...ports.journal.records.values()])}`
      : null,
  'nothing heard is left in the journal': ({ app, ports }) =>
    app.getSnapshot().matches('signedIn') &&
    ports.journal.records.size > 0 &&
    valueOf(app, 'player')?.context['opened'] === null
      ? `${ports.journal.records.size} records`
      : null,
  'a page is drawn, or says why not': ({ app }) => {
    if (!app.getSnapshot().matches('signedIn')) return null;
    const host = valueOf(app, 'pageHost');
    const session = valueOf(app, 'session');
    if (!host)
      return session?.hasTag('failed')
        ? null
        : `no page in ${JSON.stringify(session?.value ?? app.getSnapshot().value)}`;
    const page = host.context['page'] as { ref?: AnyActorRef } | null | undefined;
    const snapshot = page?.ref?.getSnapshot() as AnyMachineSnapshot | undefined;
    return snapshot?.status === 'active' && snapshot.hasTag('busy')
      ? `busy in ${JSON.stringify(snapshot.value)}`
      : null;
  },
};
