// npm start: builds what is missing or stale, then runs the embedded server (or the proxy to an existing one). Options:
// npm start -- --help
import { pathToFileURL } from 'node:url';
import { buildWhatIsStale, serverEntry } from './lib/build.mjs';

try {
  await buildWhatIsStale((text) => console.log(text));
} catch (cause) {
  console.error(`The build failed: ${cause instanceof Error ? cause.message : cause}`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import(pathToFileURL(serverEntry).href);
