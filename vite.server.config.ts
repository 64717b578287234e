import { defineConfig } from 'vite';

/**
 * The embedded server for node: the command, the same as a module (tests start it many times in one process), and the
 * file that its threads run. Packages are built in, which halves the time of a
 * start; those with native code, and with a thread of their own, stay in node_modules.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['libsql', 'sharp', 'libarchive.js'] },
  build: {
    ssr: true,
    rolldownOptions: {
      input: { cli: 'server/cli.ts', run: 'server/run.ts', worker: 'server/readers/worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    copyPublicDir: false,
  },
});
