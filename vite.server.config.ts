import { defineConfig } from 'vite';

/** The embedded server as one file for node; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  build: { ssr: 'server/cli.ts', outDir: 'dist/server', emptyOutDir: true, target: 'node20', minify: false, sourcemap: true, copyPublicDir: false },
});
