// Loaded before the server by the bench (`node --import`): answers the parent process over IPC, so that no route
// exposes it. `reset` starts over; `read` returns the pauses of the event loop and the heap now and at most (MB).
import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';

/** Interval (ms) of watching the loop; a pause is the time beyond it. */
const RESOLUTION = 10;
const MB = 1024 ** 2;
let pauses = [];
let most = 0;
/** `process.memoryUsage` also queries the system for the whole process, which blocked the loop for up to 84 ms. */
const heapUsed = () => getHeapStatistics().used_heap_size;
/** Open calls, and those that ended since the last look: they may have caused the pause. */
const [calls, over] = [new Map(), new Set()];

/** Time in ms that this thread was ready without a processor: load of the machine, no pause of the server. */
function waitedForProcessor() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** The call that was open longest. */
function slowestCall() {
  const [request, since] = calls.entries().next().value ?? [];
  return request ? `${request.method} ${request.url} after ${Math.round(performance.now() - since)} ms` : 'no call';
}

function watchPauses() {
  let [lookedAt, waited] = [performance.now(), waitedForProcessor()];
  setInterval(() => {
    const [now, waitedNow] = [performance.now(), waitedForProcessor()];
    const [late, idle] = [Math.max(0, now - lookedAt - RESOLUTION), waitedNow - waited];
    pauses.push({ pause: Math.max(0, late - idle), late, call: slowestCall() });
    [lookedAt, waited] = [now, waitedNow];
    over.forEach((request) => calls.delete(request));
    over.clear();
    most = Math.max(most, heapUsed());
  }, RESOLUTION).unref();
}

if (process.send) {
  channel('http.server.request.start').subscribe(({ request, response }) => {
    calls.set(request, performance.now());
    response.once('close', () => over.add(request));
  });
  watchPauses();
  process.on('message', (wanted) => {
    const sorted = pauses.toSorted((one, other) => one.pause - other.pause);
    const { pause = 0, call = '' } = sorted.at(-1) ?? {};
    const late = pauses.reduce((longest, next) => Math.max(longest, next.late), 0);
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1]?.pause ?? 0;
    process.send({ pause, late, call, p99, heap: heapUsed() / MB, mostHeap: most / MB });
    if (wanted === 'reset') pauses = [];
  });
  process.channel?.unref();
}
