import { findText } from './find-text.ts';
import { FOUND } from './mark-style.ts';

/** What a search found in the shown chapters, marked on their pages. */
export interface FoundMarks {
  /** Until the signal aborts. */
  begin(query: string, signal: AbortSignal): void;
  /** Marks this match in another way. */
  choose(target: string): void;
  /** Forgotten with its frame. `find`: the range of a target; null: it is in another chapter. */
  add(doc: Document, find: (target: string) => Range | null): void;
}

export function createFoundMarks(): FoundMarks {
  const shown = new Map<Document, (target: string) => Range | null>();
  let searched: string | null = null;
  let chosen: string | null = null;

  function paint(doc: Document) {
    const view = doc.defaultView as (Window & typeof globalThis) | null;
    const registry = view?.CSS?.highlights;
    if (!view || !registry) return;
    const ranges = searched === null ? [] : findText(doc, searched).map(({ range }) => range);
    const current = startOf(doc);
    const isCurrent = (range: Range) =>
      current !== null && range.compareBoundaryPoints(Range.START_TO_START, current) === 0;
    registry.set(FOUND.other, new view.Highlight(...ranges.filter((range) => !isCurrent(range))));
    registry.set(FOUND.current, new view.Highlight(...ranges.filter(isCurrent)));
  }

  function startOf(doc: Document): Range | null {
    try {
      return chosen === null ? null : (shown.get(doc)?.(chosen) ?? null);
    } catch {
      return null;
    }
  }

  function paintAll() {
    for (const doc of shown.keys())
      if (doc.defaultView) paint(doc);
      else shown.delete(doc);
  }

  return {
    begin(query, signal) {
      [searched, chosen] = [query, null];
      paintAll();
      signal.addEventListener('abort', () => {
        [searched, chosen] = [null, null];
        paintAll();
      });
    },
    choose(target) {
      if (searched === null) return;
      chosen = target;
      paintAll();
    },
    add(doc, find) {
      shown.set(doc, find);
      if (searched !== null) paint(doc);
    },
  };
}
