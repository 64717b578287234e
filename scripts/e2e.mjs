// npm run test:e2e, npm run test:large: builds what is stale, then runs playwright. Arguments go to playwright (a file,
// -g "name"). The library of the large project is made once, in .cache.
import { LARGE, libraryTemplate } from './bench/server.mjs';
import { buildWhatIsStale } from './lib/build.mjs';
import { runPlaywright } from './lib/playwright.mjs';

if (process.argv.includes('--project=large')) {
  await buildWhatIsStale((text) => console.log(text));
  await libraryTemplate(LARGE);
}
process.exit(await runPlaywright(process.argv.slice(2)));
