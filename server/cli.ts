import { StartError } from './errors.ts';
import { readOptions, run, surviveFailures } from './run.ts';

function endOnSignal(end: () => Promise<void>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      end().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

surviveFailures();

try {
  const end = await run(readOptions(process.argv.slice(2), process.env));
  if (end) endOnSignal(end);
} catch (cause) {
  console.error(cause instanceof StartError ? cause.message : cause);
  process.exit(1);
}
