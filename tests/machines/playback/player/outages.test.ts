import { describe, expect, test, vi } from 'vitest';
import type { LocalSession } from '../../../../src/services/endpoints/local-sessions.ts';
import { getOpenSession, saveLocalSessions } from '../../../../src/services/endpoints/local-sessions.ts';
import { refresh } from '../../../../src/services/endpoints/auth.ts';
import { deleteProgress, getMe, getProgress, updateProgress } from '../../../../src/services/endpoints/me.ts';
import { closeSession, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import type { FakePorts } from '../../../support/fakes/ports.ts';
import { BOOK, BOOK_DURATION, bookProgress, bookSession } from '../../../support/player-fixtures.ts';
import { ACCOUNT, startClient } from '../../../support/whole-client.ts';
import { transportOf } from '../../../support/state-values.ts';

/** One file with all of the book. */
const [track] = bookSession()['audioTracks'] as object[];
const PAGE = `/item/${BOOK.libraryItemId}`;

interface Listened {
  readonly timeListened: number;
  readonly currentTime: number;
}

/** A server with sessions and the position that can go down. It loses its sessions then. */
function createServer({ api }: FakePorts) {
  const open = new Map<string, { timeListening: number; currentTime: number }>();
  const stored = new Map<string, number>();
  const positions: number[] = [];
  const server = { isAway: false, opened: 0, gate: () => Promise.resolve() };
  const reach =
    <Input>(answer: (input: Input) => unknown) =>
    async (input: Input) => {
      await server.gate();
      if (server.isAway) throw new AppException({ kind: 'network' });
      return answer(input);
    };
  const found = (id: string) => {
    const session = open.get(id);
    if (!session) throw new AppException({ kind: 'notFound', message: 'Not Found' });
    return session;
  };
  const add = (id: string, { timeListened, currentTime }: Listened) => {
    const session = found(id);
    session.timeListening += timeListened;
    session.currentTime = currentTime;
    positions.push(currentTime);
    stored.set(id, session.timeListening);
  };
  api.answer(
    playItem,
    reach(() => {
      const id = `session-${(server.opened += 1)}`;
      const currentTime = positions.at(-1) ?? 0;
      open.set(id, { timeListening: 0, currentTime });
      return bookSession({ id, currentTime, audioTracks: [{ ...track, duration: BOOK_DURATION }] });
    }),
  );
  api.answer(
    syncSession,
    reach(({ sessionId, ...listened }: { sessionId: string } & Listened) => {
      add(sessionId, listened);
      return 'OK';
    }),
  );
  api.answer(
    closeSession,
    reach(({ sessionId, listened }: { sessionId: string; listened: Listened | null }) => {
      found(sessionId);
      if (listened) add(sessionId, listened);
      open.delete(sessionId);
      return 'OK';
    }),
  );
  api.answer(
    getOpenSession,
    reach(({ id }: { id: string }) => ({ ...bookSession({ id }), ...found(id) })),
  );
  api.answer(
    saveLocalSessions,
    reach(({ sessions }: { sessions: readonly LocalSession[] }) => {
      for (const { id, timeListening, currentTime } of sessions) {
        stored.set(id, timeListening);
        positions.push(currentTime);
      }
      return { results: sessions.map(({ id }) => ({ id, success: true, progressSynced: true })) };
    }),
  );
  return {
    positions,
    heard: () => [...stored.values()].reduce((sum, seconds) => sum + seconds, 0),
    isAway: () => server.isAway,
    /** Delays of the calls. */
    setGate(gate: () => Promise<void>) {
      server.gate = gate;
    },
    leave() {
      server.isAway = true;
    },
    comeBack() {
      server.isAway = false;
      open.clear();
    },
  };
}

async function startWithServer(prepare?: (ports: FakePorts) => void) {
  let server: ReturnType<typeof createServer> | undefined;
  const client = await startClient(PAGE, (ports) => {
    server = createServer(ports);
    prepare?.(ports);
  });
  if (!server) throw new Error('The client started without its server');
  const { ports, player } = client;
  return {
    ...client,
    server,
    time: () => player.getSnapshot().context.playhead.getSnapshot().context.time,
    /** So many seconds pass while the sound goes on, with answers in between. */
    async listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        ports.media.playFor(1);
        ports.clock.advance(1000);
        await new Promise(setImmediate);
      }
    },
  };
}

describe('outages one after the other', () => {
  test('the sound goes on, every second counts once, and no older position overwrites a newer one', async () => {
    const { listen, play, player, ports, server } = await startWithServer();
    await play();
    await listen(25);
    server.leave();
    await listen(5);
    server.comeBack();
    await listen(12);
    server.leave();
    await listen(60);
    expect(transportOf(player)).toBe('playing');
    server.comeBack();
    await listen(45);
    const { time, listened } = player.getSnapshot().context.playhead.getSnapshot().context;
    expect(listened).toBe(147);
    player.send({ type: 'player.close' });
    await vi.waitFor(() => {
      ports.clock.advance(1000);
      expect([server.heard(), server.positions.at(-1)]).toEqual([147, Math.round(time * 1000) / 1000]);
    });
    expect(server.positions).toEqual(server.positions.toSorted((one, other) => one - other));
  });
});

describe('play pressed while the live connection is not back', () => {
  /** Paused at 12 s, which the server has; another device went to 100 s meanwhile, and the server is reachable. */
  async function startPaused(lose: 'while it plays' | 'while it rests') {
    const client = await startWithServer();
    const { connect, disconnect, listen, play, player, ports, server } = client;
    connect();
    await play();
    await listen(12);
    if (lose === 'while it plays') disconnect();
    player.send({ type: 'player.pause' });
    await vi.waitFor(() => expect(server.positions.at(-1)).toBe(12));
    if (lose === 'while it rests') disconnect();
    ports.api.answer(getMe, {
      ...ACCOUNT.user,
      mediaProgress: [bookProgress({ userId: ACCOUNT.user.id, currentTime: 100, lastUpdate: 9_000_000_000_000 })],
    });
    return client;
  }

  test.each(['while it plays', 'while it rests'] as const)(
    'lost %s: requests the server, follows another device, and saves no older position over it',
    async (lose) => {
      const { listen, player, server, time } = await startPaused(lose);
      player.send({ type: 'player.resume' });
      await vi.waitFor(() => expect(time()).toBeGreaterThanOrEqual(100));
      await listen(30);
      const saved = server.positions.filter((position) => position !== 12);
      expect([saved.length > 0, saved.every((position) => position >= 100)]).toEqual([true, true]);
    },
  );

  test('an unreachable server is polled until it answers; listening meanwhile counts', async () => {
    const { listen, player, ports, server } = await startPaused('while it rests');
    ports.api.refuse(getMe, { kind: 'network' });
    player.send({ type: 'player.resume' });
    await listen(6);
    expect(server.positions.at(-1)).toBe(12);
    ports.api.answer(getMe, ACCOUNT.user);
    await listen(40);
    expect(server.positions.at(-1)).toBeGreaterThan(30);
    player.send({ type: 'player.close' });
    await vi.waitFor(() => expect(server.heard()).toBe(58));
  });
});

describe('play pressed straight after a lost connection', () => {
  test("follows another device's position once known, and saves no older position over it", async () => {
    const { connect, disconnect, listen, play, player, ports, server, time } = await startWithServer();
    const { api } = ports;
    connect();
    await play();
    await listen(12);
    player.send({ type: 'player.pause' });
    await vi.waitFor(() => expect(server.positions.at(-1)).toBe(12));
    disconnect();
    const resync = api.defer(getMe);
    connect();
    player.send({ type: 'player.resume' });
    await listen(2);
    resync.resolve({
      ...ACCOUNT.user,
      mediaProgress: [bookProgress({ userId: ACCOUNT.user.id, currentTime: 100, lastUpdate: 9_000_000_000_000 })],
    });
    await vi.waitFor(() => expect(time()).toBeGreaterThanOrEqual(100));
    await listen(30);
    const saved = server.positions.filter((position) => position !== 12);
    expect(saved.length).toBeGreaterThan(0);
    expect(Math.min(...saved)).toBeGreaterThanOrEqual(100);
  });
});

describe('signing out while playing with an access token that expired', () => {
  test('the last save goes out with a new token before the account leaves', async () => {
    const { app, listen, play, ports, server } = await startWithServer();
    const { api } = ports;
    await play();
    await listen(7);
    // Like the HTTP service: the call waits for a token in place of the refused one.
    const granted: string[] = [];
    server.setGate(
      () =>
        new Promise((resolve, reject) =>
          app.system.get('auth').send({
            type: 'token.request',
            rejected: 'token',
            replyTo: {
              send(answer: { type: string; accessToken: string }) {
                if (answer.type !== 'token.granted') return reject(new AppException({ kind: 'network' }));
                granted.push(answer.accessToken);
                resolve();
              },
            },
          }),
        ),
    );
    const names = () => api.calls.map(({ name }) => name);
    app.system.get('auth').send({ type: 'auth.signOut' });
    await vi.waitFor(() => expect(names()).toContain('auth.logout'));
    expect([server.positions, server.heard()]).toEqual([[7], 7]);
    expect(names().indexOf('playback.close')).toBeLessThan(names().indexOf('auth.logout'));
    expect([api.inputsOf(refresh).length, new Set(granted)]).toEqual([1, new Set([ACCOUNT.user.accessToken])]);
  });
});

describe('progress of the playing book that is changed by hand', () => {
  async function start() {
    const client = await startWithServer(({ api }) => {
      api.answer(updateProgress, 'OK');
      api.answer(deleteProgress, 'OK');
      api.answer(getProgress, bookProgress({ userId: ACCOUNT.user.id, currentTime: 0 }));
    });
    await client.play();
    await client.listen(24);
    await vi.waitFor(() => expect(client.server.positions).toEqual([20]));
    return client;
  }
  const edit = (kind: 'finish' | 'reset') =>
    ({ type: 'progress.edit', media: BOOK, edit: { kind }, title: 'A Study in Scarlet' }) as const;

  test('finished, it pauses and no later save takes the mark away', async () => {
    const { player, ports, progress, server } = await start();
    progress.send(edit('finish'));
    expect([transportOf(player), ports.media.audio.paused]).toEqual(['paused', true]);
    player.send({ type: 'player.close' });
    await vi.waitFor(() => expect(server.heard()).toBe(24));
    expect(new Set(server.positions)).toEqual(new Set([20]));
  });

  test('finished during a save, it waits for that and stays at its place: the mark is sent last', async () => {
    const { listen, player, ports, progress, server } = await start();
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    server.setGate(() => held);
    await listen(12);
    await vi.waitFor(() => expect(ports.api.inputsOf(syncSession)).toHaveLength(2));
    await listen(4);
    progress.send(edit('finish'));
    expect(transportOf(player)).toBe('paused');
    await listen(0);
    expect(ports.api.inputsOf(updateProgress)).toEqual([]);
    arrive();
    await vi.waitFor(() => expect(ports.api.inputsOf(updateProgress)).toHaveLength(1));
    expect(server.positions[1]).toBe(30);
    player.send({ type: 'player.close' });
    await vi.waitFor(() => expect(ports.api.inputsOf(closeSession)).toHaveLength(1));
    expect(new Set(server.positions)).toEqual(new Set([20, 30]));
  });

  test('reset, it pauses at the start, and undo is back where it was', async () => {
    const { app, player, progress, time } = await start();
    progress.send(edit('reset'));
    expect([transportOf(player), time()]).toEqual(['paused', 0]);
    const [toast] = app.system.get('toasts').getSnapshot().context.toasts;
    toast.ref.send({ type: 'toast.act' });
    expect([transportOf(player), time()]).toEqual(['paused', 20]);
  });
});
