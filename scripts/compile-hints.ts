// Marks chunks that Chrome compiles whole while they load, beside the main thread.
import type { Plugin } from 'vite';
import { FIRST_PAGES } from './first-chunks.ts';

/**
 * Besides the entry: chunks of the first page, whose functions mostly run on load, and the list of chapters, which
 * loads early. By default V8 compiles each function at its first call.
 */
const RUN_AT_ONCE: ReadonlySet<string> = new Set([
  'vendor',
  'session',
  'player',
  'kit',
  'frame',
  'chapters',
  'chapters-dialog',
  ...FIRST_PAGES,
]);
/** The base of all dialogs, menus and popovers: compiled before the press that opens the first one. */
const OVERLAYS = '/node_modules/@base-ui/';

/**
 * Puts V8's magic comment for eager compiling at the top of these chunks; other browsers ignore it. A build without one
 * of them fails: it was renamed, and would lose the hint.
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
          const isOverlay = part.moduleIds.some((id) => id.includes(OVERLAYS));
          if (part.isEntry || isOverlay || RUN_AT_ONCE.has(part.name))
            part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
          missing.delete(part.name);
        }
        if (missing.size > 0) throw new Error(`no chunk ${[...missing].join(', ')} to compile at once`);
      },
    },
  };
}
