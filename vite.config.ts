import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { bootPlugin } from './scripts/boot-plugin.ts';
import { bundleReport } from './scripts/bundle-report.mjs';
import { compileHints } from './scripts/compile-hints.ts';
import { firstChunks } from './scripts/first-chunks.ts';
import { textsPlugin } from './scripts/texts-plugin.ts';
import { readerAssets } from './scripts/reader-assets.ts';
import { routerShaking } from './scripts/router-shaking.ts';

const server = process.env['EARMARK_SERVER'] ?? 'http://127.0.0.1:3378';
const proxied = [
  '/api',
  '/auth',
  '/login',
  '/logout',
  '/init',
  '/status',
  '/ping',
  '/healthcheck',
  '/public',
  '/hls',
  '/feed',
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    textsPlugin(),
    routerShaking(),
    readerAssets(),
    bootPlugin(),
    compileHints(),
    bundleReport(),
  ],
  resolve: {
    // React has the hook itself.
    alias: [
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /\/src\/vendor\.ts$|\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 5 },
            { name: 'entry', tags: ['$initial'], priority: 4 },
            {
              name: 'sanitizer',
              test: /\/(?:dompurify|ui\/sanitize)/,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            ...firstChunks(),
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
