// Tells Chrome which chunks to compile as a whole while they come, beside the main thread.
import type { Plugin } from 'vite';
import { FIRST_PAGES } from './first-chunks.ts';

/**
 * Beside the entry: chunks of the first page, whose functions mostly run when they are loaded. Left to itself, V8
 * compiles each when it is called first.
 */
const RUN_AT_ONCE: ReadonlySet<string> = new Set(['vendor', 'session', 'frame', ...FIRST_PAGES]);

/**
 * Puts V8's magic comment for eager compiling at the top of these chunks. Other browsers take it as a comment. A build
 * without one of them fails: it was renamed, and would go without the hint.
 */
export function compileHints(): Plugin {
  return {
    name: 'earmark-compile-hints',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const missing = new Set(RUN_AT_ONCE);
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          if (part.isEntry || RUN_AT_ONCE.has(part.name)) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
          missing.delete(part.name);
        }
        if (missing.size > 0) throw new Error(`no chunk ${[...missing].join(', ')} to compile at once`);
      },
    },
  };
}
