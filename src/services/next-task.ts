/** So many turns a task follows the other at once; then what is waited for takes longer, and is given time (ms). */
const QUICK_TURNS = 20;
const PAUSE_MS = 10;

/** Resolves when the browser has done what it had to do. `turn` counts from 0 while something is waited for. */
export function nextTask(turn: number): Promise<void> {
  return new Promise((resolve) => {
    if (turn >= QUICK_TURNS) return void setTimeout(resolve, PAUSE_MS);
    // A timer would wait for some ms.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
