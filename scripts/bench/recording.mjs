import { createServer } from 'vite';
import { root } from '../lib/build.mjs';
import { median } from './report.mjs';

/**
 * Cost of the inspector's recorder: processor time in ms of 20,000 events to the player of a whole client over fake
 * ports, in rounds: before it was ever watched, after the last inspector closed, while one watches. `cost`, in per
 * cent: recording beside closed, median by median.
 */
export async function measureInspector() {
  const measured = await withSource('/scripts/bench/burst.ts', ({ measureRecording }) => measureRecording(20_000));
  return { ...measured, cost: (median(measured.recorded) / median(measured.closed) - 1) * 100 };
}

/** Memory that the machines keep, in MB: see kept.ts. */
export function measureMachines() {
  return withSource('/scripts/bench/kept.ts', (module) => module.measureMachines());
}

/** Runs work with a module of the source. */
async function withSource(file, work) {
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await work(await vite.ssrLoadModule(file));
  } finally {
    await vite.close();
  }
}
