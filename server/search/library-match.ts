import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { resultText } from '../scan/scan-service.ts';
import type { Library } from '../store/libraries.repo.ts';
import type { QuickMatcher } from './quick-match.ts';

interface Candidate {
  readonly id: string;
  readonly asin: string | null;
  readonly isbn: string | null;
}

/** Matches all books of a library as a task, one after another; not started again while it runs. */
export function matchLibrary(ctx: ServerContext, quickMatch: QuickMatcher): (library: Library) => void {
  const running = new Map<string, Promise<void>>();
  let isClosing = false;
  ctx.onClose(async () => {
    isClosing = true;
    await Promise.all(running.values());
  });

  const run = async ({ id: libraryId, name, settings }: Library): Promise<void> => {
    const task = ctx.tasks.start({
      action: 'library-match-all',
      title: { text: `Matching books in "${name}"`, key: 'MessageTaskMatchingBooksInLibrary', subs: [name] },
      about: { libraryId },
      data: { libraryId },
      showSuccess: true,
    });
    const started = Date.now();
    const counts = { added: 0, updated: 0, missing: 0 };
    try {
      const books = ctx.store.database.all<Candidate>(
        'SELECT id, asin, isbn FROM libraryItems WHERE libraryId = ? AND isMissing = 0 ORDER BY addedAt',
        libraryId,
      );
      for (const { id, asin, isbn } of books) {
        if (isClosing) break;
        const isSkipped = (settings.skipMatchingMediaWithAsin && asin) || (settings.skipMatchingMediaWithIsbn && isbn);
        const result = isSkipped ? null : await quickMatch(id, {});
        if (result?.kind === 'found' && result.updated) counts.updated += 1;
      }
      const elapsed = Date.now() - started;
      task.addData({ scanResults: { ...counts, elapsed, text: resultText(counts, elapsed) } });
      task.finish();
    } catch (cause) {
      ctx.log.error('Match', messageOf(cause));
      task.fail({ text: 'Failed', key: 'MessageTaskFailed' });
    }
  };

  return (library) => {
    if (library.mediaType !== 'book' || running.has(library.id)) return;
    running.set(
      library.id,
      run(library).finally(() => running.delete(library.id)),
    );
  };
}
