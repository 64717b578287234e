// npm run contract -- [FOLDER]: checks a folder of recordings against the schemas of the client.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const folder = resolve(process.argv[2] ?? 'tests/contract/recordings');
const { module } = await runnerImport('./tests/contract/suite.ts', { configFile: false, logLevel: 'error' });
const { passed, failures } = module.checkFolder(folder);
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
