import { io } from 'socket.io-client';

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
    /** Events that did not come and events that came too often, of so many changed books and one task. */
    result: (expected) => ({
      missed: Math.max(0, expected - times.size) + (1 - Math.min(1, tasks.started)) + (1 - Math.min(1, tasks.finished)),
      doubled: [...times.values()].reduce((total, seen) => total + seen - 1, 0) + Math.max(0, times.size - expected) + Math.max(0, tasks.started - 1) + Math.max(0, tasks.finished - 1),
    }),
  };
}
