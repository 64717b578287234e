import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import { join } from 'node:path';
import { readSocketRecordings, type RecordedEvent, type SocketRecording } from '../../contract/recording.ts';
import { differences } from './compare.ts';
import { conversations, type Heard, type Stage } from './conversations.ts';
import { isSocketDeviation } from './socket-exceptions.ts';
import type { Ids } from './ids.ts';
import { recordings } from './recorded.ts';
import { prepare } from './send.ts';
import { isOwn, valueDifferences } from './values.ts';
import type { World } from './world.ts';

export const socketRecordings = readSocketRecordings(join(import.meta.dirname, '../../contract/recordings'));

/** Sent by time: only their existence and form are compared, not their number and values. */
const TICKING = new Set(['stream_progress', 'task_progress', 'track_progress']);

/** Timeout for the events of a conversation, in ms; the longest sends its first progress after two seconds. */
const PATIENCE = 4_000;

interface Listener {
  readonly socket: Socket;
  readonly heard: Heard[];
}

const isLocal = (event: string): boolean => event === 'connect' || event === 'disconnect';

/** Events of a socket, without those of the socket library itself. */
const heardBy = ({ events }: SocketRecording, name: string): RecordedEvent[] =>
  events.filter(({ socket, dir, event }) => socket === name && dir === 'in' && !isLocal(event));

/** The compared events of a socket. */
export function recordedBy(recording: SocketRecording, socket: string): readonly Heard[] {
  const heard = heardBy(recording, socket).map(({ event, payload }): Heard => [event, payload]);
  return conversations[recording.name]?.counted?.(heard, true) ?? heard;
}

const steps = (heard: readonly Heard[]): string[] =>
  heard.map(([event]) => event).filter((event) => !TICKING.has(event));

async function open(world: World, name: string): Promise<Listener> {
  const socket = io(world.server.url, { transports: ['websocket'], reconnection: false, forceNew: true });
  const heard: Heard[] = [];
  const account = world.tokens.get(name);
  socket.onAny((event: string, payload: unknown) => {
    // A ping shows that all events of a connection have arrived; see `settle`.
    if (event !== 'pong' || account === undefined) heard.push([event, payload]);
  });
  await vi.waitUntil(() => socket.connected, { timeout: 5_000, interval: 2 });
  if (account === undefined) return { socket, heard };
  socket.emit('auth', account);
  await vi.waitUntil(() => heard.some(([event]) => event === 'init'), { timeout: 5_000, interval: 2 });
  return { socket, heard };
}

/** Resolves when all earlier announcements have arrived. */
async function settle(world: World, listeners: Iterable<Listener>): Promise<void> {
  const { store, tasks } = world.server.ctx;
  const [root] = store.users.all().filter(({ type }) => type === 'root');
  if (!root) throw new Error('No root');
  await vi.waitUntil(() => tasks.list(root).length === 0, { timeout: PATIENCE, interval: 5 });
  for (const { socket } of listeners) {
    const answer = new Promise((resolve) => socket.once('pong', resolve));
    socket.emit('ping');
    await answer;
  }
}

/** Differences of our events from the recording: the steps, then each payload in shape and values. */
export function unlike(recording: SocketRecording, socket: string, ours: readonly Heard[]): string[] {
  const { name } = recording;
  const heard = conversations[name]?.counted?.(ours, false) ?? ours;
  const theirs = recordedBy(recording, socket);
  const [mySteps, theirSteps] = [steps(heard), steps(theirs)];
  if (mySteps.join() !== theirSteps.join()) {
    const problem = `${socket} heard ${mySteps.join(', ') || 'nothing'} instead of ${theirSteps.join(', ') || 'nothing'}`;
    return isSocketDeviation(name, problem) ? [] : [problem];
  }
  const found: string[] = [];
  for (const event of TICKING) {
    const of = (list: readonly Heard[]) => list.filter(([other]) => other === event).map(([, payload]) => payload);
    const [mine, recorded] = [of(heard), of(theirs)];
    if (mine.length > 0 !== recorded.length > 0)
      found.push(`${socket} heard ${mine.length} instead of ${recorded.length} ${event}`);
    else found.push(...differences({ [event]: mine }, { [event]: recorded }));
  }
  const mine = heard.filter(([event]) => !TICKING.has(event));
  theirs
    .filter(([event]) => !TICKING.has(event))
    .forEach(([event, recorded], index) => {
      const payload = mine[index]?.[1] ?? null;
      const isNothing = (recorded ?? null) === null;
      if (isNothing !== (payload === null)) found.push(`${event}: ${isNothing ? 'something' : 'nothing'} sent`);
      if (isNothing || payload === null) return;
      const [left, right] = [{ [event]: payload }, { [event]: recorded }];
      found.push(...differences(left, right), ...valueDifferences(left, right, { isWhole: () => true, isOwn }));
    });
  return [...new Set(found)].filter((problem) => !isSocketDeviation(name, problem.split(': ', 1)[0] ?? ''));
}

/** Replays one recorded conversation; returns the differences. */
async function converse(
  world: World,
  ids: Ids,
  standing: Map<string, Listener>,
  recording: SocketRecording,
): Promise<string[]> {
  const { name, events } = recording;
  const conversation = conversations[name];
  const listeners = new Map(standing);
  const opened: Listener[] = [];
  const stage: Stage = {
    world,
    ids,
    prepared: async (wanted) => {
      const found = recordings.find((other) => other.name === wanted);
      if (!found) throw new Error(`No recording ${wanted}`);
      const { send } = await prepare(world, ids, found);
      return async () => {
        const { status, body } = await send();
        if (status !== found.response.status) throw new Error(`${wanted}: ${status} ${JSON.stringify(body)}`);
        return body;
      };
    },
    open: async (as) => {
      const listener = await open(world, as);
      opened.push(listener);
      return listener.socket;
    },
    heard: (event, patience = PATIENCE) =>
      vi.waitUntil(() => standing.get('root')?.heard.some(([other]) => other === event), {
        timeout: patience,
        interval: 5,
      }),
  };
  const act = await conversation?.begin?.(stage);
  for (const gone of conversation?.absent ?? []) {
    standing.get(gone)?.socket.disconnect();
    standing.delete(gone);
    listeners.delete(gone);
  }
  const connected = () => world.server.ctx.presence.online().reduce((sum, [, count]) => sum + count, 0);
  await vi.waitUntil(() => connected() === standing.size, { timeout: 5_000, interval: 2 });
  await settle(world, standing.values());
  for (const { heard } of standing.values()) heard.splice(0);

  const isHere = (socket: string, count: number): boolean =>
    steps(listeners.get(socket)?.heard ?? []).length >= count &&
    [...TICKING].every(
      (event) =>
        !heardBy(recording, socket).some((entry) => entry.event === event) ||
        (listeners.get(socket)?.heard ?? []).some(([other]) => other === event),
    );
  const arrived = (before: readonly RecordedEvent[]): Promise<unknown> =>
    vi
      .waitUntil(
        () =>
          [...listeners.keys()].every((socket) =>
            isHere(
              socket,
              before.filter(
                (entry) =>
                  entry.socket === socket && entry.dir === 'in' && !isLocal(entry.event) && !TICKING.has(entry.event),
              ).length,
            ),
          ),
        { timeout: PATIENCE, interval: 2 },
      )
      .catch(() => undefined);

  let isActed = false;
  for (const [index, entry] of events.entries()) {
    if (entry.event === 'connect') {
      const listener = await open(world, '');
      listeners.set(entry.socket, listener);
      opened.push(listener);
    } else if (entry.dir === 'in' && !isActed) {
      isActed = true;
      await act?.();
    } else if (entry.dir === 'out') {
      if (isActed) await arrived(events.slice(0, index));
      const payload = await (conversation?.says?.(stage) ?? ids.value(entry.payload));
      const { socket } = listeners.get(entry.socket) ?? {};
      if (payload === undefined || payload === null) socket?.emit(entry.event);
      else socket?.emit(entry.event, payload);
      const listener = standing.get(entry.socket);
      if (listener) await settle(world, [listener]);
    }
  }
  if (!isActed) await act?.();
  await arrived(events);
  const isPongExpected = (socket: string) => heardBy(recording, socket).some(({ event }) => event === 'pong');
  const names = [...listeners.keys()];
  await settle(
    world,
    names.flatMap((socket) => (isPongExpected(socket) ? [] : (listeners.get(socket) ?? []))),
  );
  const recorded = new Set(events.map(({ socket }) => socket));
  const problems = names
    .filter((socket) => recorded.has(socket) || conversation?.silent?.includes(socket))
    .flatMap((socket) => {
      const heard = listeners.get(socket)?.heard ?? [];
      return unlike(
        recording,
        socket,
        heard.filter(([event]) => event !== 'pong' || isPongExpected(socket)),
      );
    });
  await conversation?.end?.(stage);
  for (const { socket } of opened) socket.disconnect();
  return problems;
}

/** Replays conversations one after the other, with sockets of root (two) and of a plain user. */
export async function replaySockets(
  world: World,
  ids: Ids,
  list: readonly SocketRecording[],
): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  const standing = new Map<string, Listener>();
  const order = Object.keys(conversations);
  const place = ({ name }: SocketRecording) => (order.includes(name) ? order.indexOf(name) : -1);
  for (const recording of list.toSorted((a, b) => place(a) - place(b))) {
    for (const name of ['root', 'root-second-tab', 'user']) {
      if (standing.get(name)?.socket.connected) continue;
      standing.set(name, await open(world, name.replace('-second-tab', '')));
    }
    if (!conversations[recording.name]) {
      problems[recording.name] = ['is neither lived through nor excepted'];
      continue;
    }
    try {
      const found = await converse(world, ids, standing, recording);
      if (found.length > 0) problems[recording.name] = found.slice(0, 8);
    } catch (cause) {
      problems[recording.name] = [cause instanceof Error ? cause.message : String(cause)];
    }
  }
  for (const { socket } of standing.values()) socket.disconnect();
  return problems;
}
