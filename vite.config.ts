import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bootPlugin } from './scripts/boot-plugin.ts';
import { bundleReport } from './scripts/bundle-report.mjs';
import { messagesPlugin } from './scripts/messages-plugin.ts';

const server = process.env['EARMARK_SERVER'] ?? 'http://127.0.0.1:3378';
const proxied = ['/api', '/auth', '/login', '/logout', '/init', '/status', '/ping', '/healthcheck', '/public', '/hls', '/feed'];

const SHARED = /\/(?:src\/(?:views|machines)|lucide-react)\//;
/** Parts of the kit that bring a library with them: they come with the first menu, dialog or rich text, never with the frame. */
const HEAVY = /\/views\/ui\/(?:confirm-dialog|dialog|image-preview|menu|popover|sanitize|sanitized-html|select|tags-field)\.tsx?$/;

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), tailwindcss(), messagesPlugin(), bootPlugin(), bundleReport()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 2 },
            { name: 'frame', test: (id) => SHARED.test(id) && !HEAVY.test(id), minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server, bypass: pageOf }])),
      '/socket.io': { target: server, ws: true },
    },
  },
});

/** `/login` is a page on GET and a call on POST. */
function pageOf(request: { method?: string | undefined; url?: string | undefined }): string | undefined {
  return request.method === 'GET' && request.url?.startsWith('/login') ? '/index.html' : undefined;
}
