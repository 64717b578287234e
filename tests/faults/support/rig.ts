import { randomUUID } from 'node:crypto';
import { jsonOf, startRelay, type Answer, type Exchange, type Relay } from './relay.ts';

/** Time of a 2.26.0 from the search for a progress row to its new row, in ms: a second save meanwhile makes another. */
const ROW_MS = 25;

interface OpenCopy {
  readonly session: Readonly<Record<string, unknown>>;
  readonly itemId: string;
  readonly deviceId: unknown;
  readonly authorization: string;
  timeListening: number;
  currentTime: unknown;
  updatedAt: number;
}

type Row = Record<string, unknown>;

const PLAY = /^\/api\/items\/([^/]+)\/play/;
const SESSION = /^\/api\/session\/([^/]+)\/(sync|close)$/;
const PROGRESS = /^\/api\/me\/progress\/([^/]+)/;
const WITH_USER = /^\/(login|auth\/refresh|api\/me|api\/authorize)$/;

/**
 * The embedded server with the behaviour of 2.26.0 where both differ for progress: two first saves within milliseconds
 * make two rows of progress, and any close of a session writes the server's open copy over the stored one.
 */
export async function startRig(serverUrl: string): Promise<Relay> {
  const open = new Map<string, OpenCopy>();
  /** Items with a row, and those whose first row is being made. */
  const rows = new Map<string, 'making' | 'there'>();
  const doubled: Row[] = [];

  const ask = (path: string, authorization: string, body?: unknown) =>
    fetch(serverUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function writeBack(id: string): Promise<void> {
    const copy = open.get(id);
    open.delete(id);
    if (!copy || copy.timeListening === 0) return;
    const { session, deviceId, timeListening, currentTime, updatedAt, authorization } = copy;
    const stored = { ...session, id, timeListening, currentTime, updatedAt };
    await ask('/api/session/local-all', authorization, { sessions: [stored], deviceInfo: { deviceId } });
  }

  /** A save of an item that may have no row yet. */
  async function save(exchange: Exchange, itemId: string, currentTime: unknown): Promise<Answer> {
    const authorization = exchange.headers.authorization ?? '';
    const state = rows.get(itemId);
    if (state === 'there') return exchange.forward();
    const read = () => ask(`/api/me/progress/${itemId}`, authorization);
    if (state === undefined) {
      rows.set(itemId, 'making');
      const isThere = (await read()).ok;
      const answer = await exchange.forward();
      if (!isThere) await new Promise((resolve) => setTimeout(resolve, ROW_MS));
      if (answer.status === 200) rows.set(itemId, 'there');
      else rows.delete(itemId);
      return answer;
    }
    const answer = await exchange.forward();
    const first = await read();
    if (answer.status === 200 && first.ok) {
      const row = (await first.json()) as Row;
      doubled.push({ ...row, id: randomUUID(), ...(currentTime === undefined ? {} : { currentTime }) });
    }
    return answer;
  }

  async function handle(exchange: Exchange): Promise<void> {
    const { method, path } = exchange;
    const authorization = exchange.headers.authorization ?? '';
    const body = jsonOf(exchange.body);
    const [, played] = PLAY.exec(path) ?? [];
    if (played !== undefined && method === 'POST') {
      const { deviceId } = (body['deviceInfo'] ?? {}) as { deviceId?: unknown };
      const answer = await exchange.forward();
      const session = jsonOf(answer.body);
      if (answer.status === 200) {
        for (const [id, copy] of open) if (copy.deviceId === deviceId) await writeBack(id);
        const { id, currentTime } = session;
        const { libraryItem: _item, audioTracks: _tracks, ...kept } = session;
        const copy = { session: kept, itemId: played, deviceId, authorization, timeListening: 0, currentTime };
        open.set(String(id), { ...copy, updatedAt: Date.now() });
      }
      return exchange.answer(answer);
    }
    const [, id, verb] = SESSION.exec(path) ?? [];
    if (id !== undefined) {
      const copy = open.get(id);
      const { timeListened, currentTime } = body;
      const receivedAt = Date.now();
      const answer =
        copy && currentTime !== undefined ? await save(exchange, copy.itemId, currentTime) : await exchange.forward();
      // A restarted server has lost its open sessions.
      if (answer.status === 404) open.delete(id);
      if (copy && answer.status === 200) {
        copy.timeListening += typeof timeListened === 'number' ? timeListened : 0;
        copy.currentTime = currentTime ?? copy.currentTime;
        copy.updatedAt = receivedAt;
        if (verb === 'close') await writeBack(id);
      }
      return exchange.answer(answer);
    }
    const [, entry] = PROGRESS.exec(path) ?? [];
    if (entry !== undefined && method === 'PATCH')
      return exchange.answer(await save(exchange, entry, body['currentTime']));
    if (entry !== undefined && method === 'DELETE') {
      rows.clear();
      const at = doubled.findIndex((row) => row['id'] === entry);
      if (at >= 0) doubled.splice(at, 1);
      return exchange.pass();
    }
    if (WITH_USER.test(path) && doubled.length > 0) {
      const answer = await exchange.forward();
      const whole = jsonOf(answer.body);
      const user = (whole['user'] ?? whole) as { mediaProgress?: Row[] };
      user.mediaProgress?.push(...doubled);
      return exchange.answer(user.mediaProgress ? { ...answer, body: Buffer.from(JSON.stringify(whole)) } : answer);
    }
    return exchange.pass();
  }

  return startRelay(serverUrl, (exchange) => handle(exchange).catch(() => exchange.socket.destroy()));
}
