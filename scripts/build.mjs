// npm run build [-- client|server]: the client into dist/client (with brotli and gzip neighbours), the server into
// dist/server.
import { buildParts } from './lib/build.mjs';

const parts = process.argv.slice(2);
await buildParts(parts.length > 0 ? parts : ['client', 'server']);
