import { io } from 'socket.io-client';
import { repeat, wait } from './client.mjs';

/** Sync interval of a playing client, in ms. */
const SYNC_MS = 5_000;

/** Listens as one client to the books that a scan updates. `finished` when the scan's task ends. */
export async function countEvents(url, token) {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false });
  const times = new Map();
  const tasks = { started: 0, finished: 0 };
  const count = (item) => times.set(item.id, (times.get(item.id) ?? 0) + 1);
  socket.on('items_updated', (items) => items.forEach(count));
  socket.on('item_updated', count);
  socket.on('task_started', (task) => (tasks.started += task.action === 'library-scan' ? 1 : 0));
  const finished = new Promise((resolve) => {
    socket.on('task_finished', (task) => {
      if (task.action !== 'library-scan') return;
      tasks.finished += 1;
      resolve();
    });
  });
  await new Promise((resolve) => {
    socket.once('init', resolve);
    socket.on('connect', () => socket.emit('auth', token));
  });
  return {
    finished,
    close: () => socket.close(),
    /** Missing and repeated events for the expected changed books and one task. */
    result: (expected) => ({
      missed: Math.max(0, expected - times.size) + (1 - Math.min(1, tasks.started)) + (1 - Math.min(1, tasks.finished)),
      doubled:
        [...times.values()].reduce((total, seen) => total + seen - 1, 0) +
        Math.max(0, times.size - expected) +
        Math.max(0, tasks.started - 1) +
        Math.max(0, tasks.finished - 1),
    }),
  };
}

/** Plays a book as one device and syncs it; `stop` closes the session and returns how long each sync took (ms). */
export async function playAndSync(call, itemId, index) {
  const [state, took] = [{ isOver: false }, []];
  const session = await call('POST', `/api/items/${itemId}/play`, {
    deviceInfo: { deviceId: `bench-${index}` },
    mediaPlayer: 'html5',
    supportedMimeTypes: ['audio/mpeg'],
    forceDirectPlay: true,
  });
  await wait((SYNC_MS / 50) * (index % 50));
  const syncing = repeat(state, async (round) => {
    const started = performance.now();
    await call('POST', `/api/session/${session.id}/sync`, {
      currentTime: Math.min(session.duration / 2, round / 10),
      timeListened: SYNC_MS / 1000,
      duration: session.duration,
    });
    took.push(performance.now() - started);
    await wait(SYNC_MS);
  });
  return {
    stop: async () => {
      state.isOver = true;
      await syncing;
      await call('POST', `/api/session/${session.id}/close`);
      return took;
    },
  };
}
