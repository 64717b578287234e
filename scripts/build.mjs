// npm run build: the client into dist/client (with brotli and gzip neighbours), the server into dist/server.
import { buildAll } from './lib/build.mjs';

await buildAll();
