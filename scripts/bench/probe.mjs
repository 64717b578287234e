// Loaded before the server by the bench (`node --import`): answers the parent process over IPC, so that no route tells
// it. `reset` starts over; `read` gives the longest pause of the event loop (ms) and the heap now and at
// most (MB).
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** A pause is told without this (ms): so long the timer sleeps in any case. */
const RESOLUTION = 10;
const MB = 1024 ** 2;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
let most = 0;
/** `process.memoryUsage` also asks the system about the whole process: that held the loop up to 84 ms. */
const heapUsed = () => getHeapStatistics().used_heap_size;
const look = () => (most = Math.max(most, heapUsed()));

if (process.send) {
  delay.enable();
  setInterval(look, 50).unref();
  process.on('message', (wanted) => {
    look();
    const pause = Math.max(0, delay.max / 1e6 - RESOLUTION);
    const [p99] = [Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION)];
    process.send({ pause, p99, heap: heapUsed() / MB, mostHeap: most / MB });
    if (wanted === 'reset') delay.reset();
  });
  process.channel?.unref();
}
