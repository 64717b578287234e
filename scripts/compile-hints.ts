// Tells Chrome which chunks to compile as a whole while they come, beside the main thread.
import type { Plugin } from 'vite';

/**
 * Beside the entry: chunks of the first page, whose functions mostly run when they are loaded. Left to itself, V8
 * compiles each when it is called first.
 */
const RUN_AT_ONCE: ReadonlySet<string> = new Set(['vendor', 'session', 'frame', 'home', 'bookshelf', 'item']);

/** Puts V8's magic comment for eager compiling at the top of these chunks. Other browsers take it as a comment. */
export function compileHints(): Plugin {
  return {
    name: 'earmark-compile-hints',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type === 'chunk' && (part.isEntry || RUN_AT_ONCE.has(part.name)))
            part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
        }
      },
    },
  };
}
