import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createActor, StateMachine, type AnyActorRef, type AnyMachineSnapshot, type EventObject } from 'xstate';
import { appMachine } from '../../../src/machines/app/app.machine.ts';
import { sessionMachine } from '../../../src/machines/app/session/session.machine.ts';
import { createFakeNavigation } from '../fakes/navigation.ts';
import { createFakePorts } from '../fakes/ports.ts';
import { BOOK } from '../player-fixtures.ts';
import { recording } from '../recordings.ts';
import type { AnyModel } from '../rig.ts';
import { createSessionServer } from '../session-server.ts';
import { startRoot, stopRoot } from '../roots.ts';
import { ACCOUNT } from '../whole-client.ts';
import { createRecordedServer, serverEvents } from './recorded-server.ts';
import { LATER, RULES, type Seen } from './rules.ts';
import { PATHS, type WalkStep } from './steps.ts';

const models = Object.values(
  import.meta.glob<Record<string, AnyModel>>('../../models/*.model.ts', { eager: true }),
).flatMap((exports) => Object.values(exports));
const modelOf = new Map(models.map((model) => [model.machine.config, model]));

/** Types of the events that a view sends: those of machines and services come from there, here too. */
const fromViews = new Set(
  readdirSync(join(import.meta.dirname, '../../../src/views'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, '../../../src/views', file), 'utf8').matchAll(
        /type: '(\w+(?:\.\w+)+)'/g,
      ),
    ])
    .map(([, type]) => type),
);

/** A user who starts every book: a finished one is not saved before some of it was played. */
const account = { ...ACCOUNT, user: { ...ACCOUNT.user, mediaProgress: [] } };

/** Runs everything that waits for nothing from outside. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Runs the whole client, without views, through these steps, and checks it after each.
 * @returns the fault, with the steps in words; null for none
 */
export async function walk(steps: readonly WalkStep[]): Promise<string | null> {
  const ports = createFakePorts({ navigation: createFakeNavigation(PATHS[2]) });
  const { clock, media, socket, storage } = ports;
  storage.put('earmark.session', JSON.stringify({ accessToken: 'token', userId: ACCOUNT.user.id }));
  const sessions = createSessionServer(() => clock.elapsed());
  let opened = 0;
  let heard = 0;
  let hasKept = true;
  const server = createRecordedServer(ports.api, {
    'auth.status': recording('auth/status').response.body,
    'auth.login': account,
    'auth.authorize': account,
    'auth.refresh': account,
    'auth.logout': { redirect_url: null },
    'me.one': account.user,
    'playback.play': () => sessions.open(`play-${(opened += 1)}`),
    ...sessions.answers,
  });
  const running = new Set<AnyActorRef>();
  const broken: string[] = [];
  const app = createActor(appMachine, {
    input: { ports, sessionMachine },
    clock,
    inspect(inspected) {
      const ref = inspected.actorRef as AnyActorRef;
      if (!((ref as unknown as { logic: unknown }).logic instanceof StateMachine)) return;
      if (inspected.type === '@xstate.actor') running.add(ref);
      if (inspected.type !== '@xstate.snapshot') return;
      const snapshot = inspected.snapshot as AnyMachineSnapshot;
      if (snapshot.status !== 'active') running.delete(ref);
      if (snapshot.status === 'error') broken.push(`${ref.id}: ${String(snapshot.error)}`);
    },
  });
  const alive = () => [...running].filter((ref) => (ref.getSnapshot() as AnyMachineSnapshot).status === 'active');
  const said: string[] = [];
  const seen = (): Seen => ({ app, ports, running: alive(), broken });
  const look = () => {
    for (const [rule, wrong] of Object.entries(RULES)) {
      const what = wrong(seen());
      if (what !== null) return `${rule}: ${what}`;
    }
    return null;
  };
  const reported = (problem: string) =>
    `${problem}\n  after ${said.join('\n        ')}\n  as steps: ${JSON.stringify(steps)}`;
  startRoot(app);
  try {
    await settle();
    for (const step of steps) {
      said.push(take(step));
      await settle();
      const problem = look();
      if (problem !== null) return reported(problem);
    }
    return await later();
  } finally {
    stopRoot(app);
  }

  function take(step: WalkStep): string {
    switch (step[0]) {
      case 'visit':
        ports.navigation.visit(PATHS[step[1]] ?? '/');
        return `visit ${PATHS[step[1]]}`;
      case 'back':
        ports.navigation.back();
        return 'back';
      case 'send':
        return send(step[1]);
      case 'play':
        (app.system.get('player') as AnyActorRef | undefined)?.send({ type: 'player.play', ...BOOK });
        return 'play';
      case 'wait':
        clock.advance(step[1]);
        return `wait ${step[1]} ms`;
      case 'listen':
        for (let second = 0; second < step[1]; second += 1) listen();
        return `listen ${step[1]} s`;
      case 'weather':
        server.turn(step[1], step[2]);
        return `${step[2]} × ${step[1]}`;
      case 'receive': {
        const { event, payload } = serverEvents[step[1]] ?? { event: '', payload: undefined };
        socket.receive(event, ...(payload === undefined ? [] : [payload]));
        return `receive ${event}`;
      }
      case 'line':
        return line(step[1]);
      case 'page':
        if (step[1] === 'closing') ports.page.hide();
        else ports.page.setVisible(step[1] === 'visible');
        return `page ${step[1]}`;
      case 'storage':
        storage.mode = step[1];
        hasKept &&= step[1] === 'working';
        ports.tabStorage.mode = step[1];
        if (step[1] === 'working') ports.journal.unblock();
        else ports.journal.block();
        return `storage ${step[1]}`;
      case 'sound':
        return sound(step[1]);
      case 'key':
        ports.hotkeys.press(step[1]);
        return `key ${step[1]}`;
    }
  }

  /** One second of a playing file; at its end the next one. */
  function listen(): void {
    const { audio, spare } = media;
    if (spare.src !== '' && spare.readyState === 0) spare.becomeReady(26);
    if (!audio.paused && !audio.ended && audio.readyState >= 3) {
      const left = Math.max(0, (audio.duration - audio.currentTime) / audio.playbackRate);
      const seconds = Math.min(1, left);
      media.playFor(seconds);
      // A visitor of a public link has no account to count for.
      if (app.system.get('session')) heard += seconds;
      if (seconds < 1) audio.end();
    }
    clock.advance(1000);
  }

  function send(index: number): string {
    const able = alive().flatMap((ref) => {
      const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
      return (modelOf.get(configOf(ref))?.events ?? [])
        .map((event) => (typeof event === 'function' ? tryOut(event, snapshot) : event))
        .filter((event) => event !== null && fromViews.has(event.type) && snapshot.can(event))
        .map((event) => ({ ref, event: event as EventObject }));
    });
    const chosen = able[index % Math.max(1, able.length)];
    if (!chosen) return 'nothing';
    chosen.ref.send(chosen.event);
    return `${chosen.ref.id} ← ${JSON.stringify(chosen.event)}`;
  }

  function line(what: (WalkStep & readonly ['line', string])[1]): string {
    if (what === 'connected') socket.report({ kind: 'connected' });
    if (what === 'disconnected') socket.report({ kind: 'disconnected', reason: 'transport close' });
    if (what === 'signedIn') socket.receive('init', { userId: ACCOUNT.user.id, username: 'root' });
    if (what === 'online' || what === 'offline') ports.page.setOnline(what === 'online');
    return what;
  }

  function sound(what: (WalkStep & readonly ['sound', string])[1]): string {
    const { audio } = media;
    if (audio.src === '') return 'no sound';
    if (what === 'ready' && audio.readyState > 0) return 'no sound';
    if (what === 'ready') audio.becomeReady(26);
    else if (audio.readyState === 0) return 'no sound';
    else if (what === 'stall') audio.stall();
    else if (what === 'recover') audio.recover();
    else if (what === 'end') audio.end();
    else audio.fail(2);
    return `sound ${what}`;
  }

  /** All is well again, and some minutes pass. */
  async function later(): Promise<string | null> {
    storage.mode = 'working';
    ports.tabStorage.mode = 'working';
    ports.journal.unblock();
    ports.page.setVisible(true);
    ports.page.setOnline(true);
    server.calm();
    await settle();
    // After a reported refusal the user retries.
    (app.system.get('session') as AnyActorRef | undefined)?.send({ type: 'session.retry' });
    await settle();
    line('connected');
    line('signedIn');
    (app.system.get('player') as AnyActorRef | undefined)?.send({ type: 'player.close' });
    for (let round = 0; round < 20; round += 1) {
      clock.advance(15_000);
      await settle();
      const problem = look();
      if (problem !== null) return reported(`later, ${problem}`);
    }
    for (const [rule, wrong] of Object.entries(LATER)) {
      const what = wrong({ ...seen(), openCalls: server.open(), heard, saved: sessions.sum(), hasKept });
      if (what !== null) return reported(`${rule}: ${what}`);
    }
    return null;
  }
}

const configOf = (ref: AnyActorRef) =>
  (ref as unknown as { logic: { config: AnyModel['machine']['config'] } }).logic.config;

/** Events made of a snapshot that the model did not foresee are none. */
function tryOut(
  make: (snapshot: AnyMachineSnapshot) => EventObject | null,
  snapshot: AnyMachineSnapshot,
): EventObject | null {
  try {
    return make(snapshot);
  } catch {
    return null;
  }
}
