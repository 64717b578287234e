import type { PrintedPage } from './engine.ts';
import { hasType, readIn } from './epub-contents.ts';
import type { Contents, EpubBook } from './epub-internals.ts';
import { fileOf } from './epub-places.ts';
import { firstOf } from './first-in-view.ts';

export interface PrintedPages {
  /** Label of the last printed page that begins at or before a CFI. `shown`: the chapters in view. */
  labelAt(cfi: string, shown: readonly Contents[]): string | undefined;
  /** A CFI of the first word of a printed page; undefined: the target is of none, or there is no text. */
  wordOf(target: string): Promise<string | undefined>;
}

interface Break {
  readonly label: string;
  readonly element: Element;
}

/** Where the printed pages of a book are. Of its chapters only the one in view is searched for them. */
export function createPrintedPages(book: EpubBook, list: readonly PrintedPage[], isFixed: boolean): PrintedPages {
  const files = new Map<number, PrintedPage[]>();
  for (const page of list) {
    const index = book.spine.get(page.target)?.index ?? 0;
    const own = files.get(index);
    if (own) own.push(page);
    else files.set(index, [page]);
  }
  let known: { readonly doc: Document; readonly breaks: readonly Break[] } | null = null;

  function breaksOf({ document: doc, sectionIndex }: Contents): readonly Break[] {
    if (known?.doc !== doc) known = { doc, breaks: breaksIn(doc, files.get(sectionIndex) ?? []) };
    return known.breaks;
  }

  return {
    labelAt(cfi, shown) {
      if (list.length === 0) return undefined;
      const index = fileOf(cfi);
      const page = files.has(index) && !isFixed ? shown.find((one) => one.sectionIndex === index) : undefined;
      const node = page?.range(cfi)?.startContainer;
      const own = page && node ? lastBefore(breaksOf(page), node) : files.get(index)?.[0]?.label;
      for (let at = index; at >= 0; at--) {
        const label = at === index ? own : files.get(at)?.at(-1)?.label;
        if (label !== undefined) return label;
      }
      return undefined;
    },
    async wordOf(target) {
      const page = list.find((one) => one.target === target);
      const section = page && book.spine.get(target);
      if (!section) return undefined;
      return readIn(book, section, (doc) => {
        const word = wordIn(doc, page);
        return word ? section.cfiFromRange(word) : undefined;
      });
    },
  };
}

/** Empty: the whole file. */
const idOf = (target: string) => /#(.*)/s.exec(target)?.[1] ?? '';

/** In the order of the text. */
function breaksIn(doc: Document, pages: readonly PrintedPage[]): readonly Break[] {
  const labels = new Map(pages.map(({ label, target }) => [idOf(target), label]));
  const take = (id: string, element: Element): readonly Break[] => {
    const label = labels.get(id);
    labels.delete(id);
    return label === undefined ? [] : [{ label, element }];
  };
  const whole = take('', doc.documentElement);
  return [...whole, ...[...doc.querySelectorAll('[id]')].flatMap((element) => take(element.id, element))];
}

function lastBefore(breaks: readonly Break[], node: Node): string | undefined {
  const isAfter = (element: Element | undefined) =>
    element !== node && (node.compareDocumentPosition(element ?? node) & node.DOCUMENT_POSITION_PRECEDING) === 0;
  return breaks[firstOf(breaks.length, (at) => isAfter(breaks[at]?.element)) - 1]?.label;
}

/** Its number in the text is no word of it. */
function wordIn(doc: Document, { label, target }: PrintedPage): Range | null {
  const element = doc.getElementById(idOf(target));
  if (!element) return null;
  const isNumber = hasType(element, /\bpagebreak\b/) || element.textContent.trim() === label;
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  walker.currentNode = element;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.search(/\S/) ?? -1;
    if (at < 0 || (isNumber && element.contains(node))) continue;
    const range = doc.createRange();
    range.setStart(node, at);
    range.collapse(true);
    return range;
  }
  return null;
}
