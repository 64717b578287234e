/** Turns without a delay; later turns pause (ms). */
const QUICK_TURNS = 20;
const PAUSE_MS = 10;

/** Resolves after pending tasks. `turn` counts polls from 0. */
export function nextTask(turn: number): Promise<void> {
  return new Promise((resolve) => {
    if (turn >= QUICK_TURNS) return void setTimeout(resolve, PAUSE_MS);
    // A timer would add some ms.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
