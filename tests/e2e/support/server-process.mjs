// Runs the built server repeatedly in one process: { kind: 'start', args, env } as of the command line, { kind: 'end'
// }.
import { readOptions, run, surviveFailures } from '../../../dist/server/run.js';

surviveFailures();
let end = null;

process.on('message', async ({ kind, args, env }) => {
  try {
    if (kind === 'start') {
      Object.assign(process.env, env);
      end = await run(readOptions(args, process.env));
    } else {
      await end();
      console.log('Earmark has ended');
    }
  } catch (cause) {
    console.error(cause);
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit(0));
