import { AppException } from '../../src/schemas/app-error.ts';
import { getOpenSession, saveLocalSessions, type LocalSession } from '../../src/services/endpoints/local-sessions.ts';
import { getProgress } from '../../src/services/endpoints/me.ts';
import { closeSession, syncSession } from '../../src/services/endpoints/playback.ts';
import type { FakeApi } from './fakes/api.ts';
import { bookProgress, bookSession } from './player-fixtures.ts';

export type Weather = 'fine' | 'cut before' | 'cut after' | 'slow to fail';

interface Listened {
  readonly timeListened: number;
  readonly currentTime: number;
}

interface OpenSession {
  readonly device: string;
  timeListening: number;
  currentTime: number;
  updatedAt: number;
}

/**
 * A server as far as listening to one book needs it, by the facts of a real one: open sessions in memory, all in a
 * store, one position. `weather` decides the fate of each call.
 * @param elapsed its own clock, ms
 */
export function createSessionServer(elapsed: () => number) {
  const open = new Map<string, OpenSession>();
  const stored = new Map<string, number>();
  const began = Date.UTC(2026, 0, 1);
  let progress = { time: 0, lastUpdate: 0 };
  let weather: Weather = 'fine';
  const now = () => began + elapsed();
  const through = <T>(work: () => T): T => {
    if (weather === 'cut before') throw new AppException({ kind: 'network' });
    const result = work();
    if (weather === 'cut after') throw new AppException({ kind: 'network' });
    if (weather === 'slow to fail') throw new AppException({ kind: 'timeout' });
    return result;
  };
  const known = (id: string) => {
    const session = open.get(id);
    if (!session) throw new AppException({ kind: 'notFound', message: '' });
    return session;
  };
  const listen = (sessionId: string, listened: Listened) => {
    const session = known(sessionId);
    session.timeListening += listened.timeListened;
    session.currentTime = listened.currentTime;
    session.updatedAt = now();
    progress = { time: listened.currentTime, lastUpdate: now() };
    stored.set(sessionId, session.timeListening);
  };
  const end = (sessionId: string) => {
    const { timeListening } = known(sessionId);
    // Its memory overwrites whatever was stored meanwhile.
    if (timeListening > 0) stored.set(sessionId, timeListening);
    open.delete(sessionId);
  };
  const sync = ({ sessionId, ...listened }: { sessionId: string } & Listened) =>
    through(() => {
      listen(sessionId, listened);
      return 'OK';
    });
  const close = ({ sessionId, listened }: { sessionId: string; listened: Listened | null }) =>
    through(() => {
      if (listened) listen(sessionId, listened);
      end(sessionId);
      return 'OK';
    });
  const store = ({ sessions }: { sessions: readonly LocalSession[] }) =>
    through(() => {
      const results = sessions.map(({ id, timeListening, currentTime, updatedAt }) => {
        stored.set(id, timeListening);
        // An older position never wins.
        const progressSynced = updatedAt > progress.lastUpdate;
        if (progressSynced) progress = { time: currentTime, lastUpdate: updatedAt };
        return { id, success: true, progressSynced };
      });
      return { results };
    });
  /** By name of the endpoint. */
  const answers: Readonly<Record<string, (input: never) => unknown>> = {
    [syncSession.name]: sync,
    [closeSession.name]: close,
    [getOpenSession.name]: ({ id }: { id: string }) => through(() => bookSession({ id, ...known(id) })),
    [saveLocalSessions.name]: store,
    [getProgress.name]: () =>
      through(() => bookProgress({ currentTime: progress.time, lastUpdate: progress.lastUpdate, isFinished: false })),
  };
  return {
    answers,
    /**
     * Opens a playback session at the listener's position, and returns it as an answer. The others of the device close.
     */
    open(id: string, changes: Record<string, unknown> = {}, device = id) {
      for (const [other, session] of open) if (session.device === device) end(other);
      open.set(id, { device, timeListening: 0, currentTime: progress.time, updatedAt: now() });
      return bookSession({ id, currentTime: progress.time, startedAt: now(), updatedAt: now(), ...changes });
    },
    restart: () => open.clear(),
    /** Another device sets the position. */
    move: (time: number) => void (progress = { time, lastUpdate: now() }),
    setWeather: (next: Weather) => void (weather = next),
    isFine: () => weather === 'fine',
    sum: () => [...stored.values()].reduce((all, seconds) => all + seconds, 0),
    position: () => progress.time,
    lastUpdate: () => progress.lastUpdate,
    openSessions: () => open.size,
    /** Receives the calls of this api. */
    serve(api: FakeApi) {
      for (const [name, answer] of Object.entries(answers)) api.answer({ name }, answer);
    },
  };
}

export type SessionServer = ReturnType<typeof createSessionServer>;
