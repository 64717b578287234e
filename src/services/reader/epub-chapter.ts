import { isElement } from './first-in-view.ts';
import type { OpenOptions } from './engine.ts';
import type { Parts } from './epub-archive.ts';
import { chapterAt, type Chapters } from './epub-contents.ts';
import type { EpubBook, Rendition } from './epub-internals.ts';
import type { EpubLayout, Shown } from './epub-layout.ts';
import { resolve } from './epub-names.ts';
import { fileOf } from './epub-places.ts';
import type { FoundMarks } from './found-marks.ts';
import { footnoteOf } from './footnotes.ts';
import { listenToMargins, listenToPage } from './page-input.ts';
import { edgeOf } from './page-margins.ts';
import { markFreeText } from './page-style.ts';
import { shareAt } from './shares.ts';
import { shareIn, type TextMarks } from './text-marks.ts';

export interface ChapterOptions extends Pick<OpenOptions, 'onPressed'> {
  readonly book: EpubBook;
  readonly rendition: Rendition;
  readonly layout: EpubLayout;
  readonly shown: Shown;
  readonly marks: TextMarks;
  readonly found: FoundMarks;
  readonly sizes: readonly number[];
  readonly chapters: Chapters;
  readonly parts: Pick<Parts, 'page'>;
  readonly signal: AbortSignal;
}

/** Hands on what one does in the chapters and beside them: presses, pinches, scrolling, links, marks. */
export function listenToChapters(options: ChapterOptions): void {
  const { book, rendition, layout, shown, marks, found, sizes, chapters, parts, onPressed, signal } = options;
  const { surface, isFixed } = shown;
  const { box } = layout;
  const open = new Map<Document, AbortController>();

  function followLink(event: MouseEvent) {
    const link = isElement(event.target) ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!link || /^[a-z][a-z\d+.-]*:/i.test(href)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const frame = (event.view ?? link.ownerDocument.defaultView)?.frameElement;
    const index = Number(frame?.parentElement?.getAttribute('ref'));
    const target = resolve(href, book.spine.spineItems[index]?.href ?? '');
    const section = target === null ? null : book.spine.get(target);
    if (target === null || !section) return;
    const find = async () => {
      const page = section.index === index ? link.ownerDocument : await parts.page(section.href);
      return page.getElementById(target.slice(target.indexOf('#') + 1));
    };
    const jump = { kind: 'jump', target } as const;
    if (!target.includes('#')) onPressed(jump);
    else
      void footnoteOf(surface, link, target, find).then((note) =>
        onPressed(note ? { kind: 'footnote', ...note } : jump),
      );
  }

  rendition.hooks.content.register((page) => {
    const { document, sectionIndex: index } = page;
    const frame = page.window.frameElement;
    frame?.setAttribute('title', surface.getAttribute('aria-label') ?? '');
    for (const [doc, own] of open)
      if (!doc.defaultView) {
        own.abort();
        open.delete(doc);
      }
    const own = new AbortController();
    open.set(document, own);
    if (shown.look.alignment !== 'book') markFreeText(document);
    if (layout.isScrolled() && frame?.parentElement) frame.parentElement.style.marginBottom = `${edgeOf(shown.look)}px`;
    listenToPage(document, frame, { surface, onPressed, box, isFixed, signal: own.signal });
    const find = (target: string) => (fileOf(target) === index ? page.range(target) : null);
    found.add(document, find);
    marks.add({
      root: document.body,
      describe: (range) => ({
        target: page.cfiFromRange(range),
        share: shareAt(sizes, index, shareIn(document, range)),
        chapter: chapterAt(chapters, index),
      }),
      find,
    });
    document.addEventListener('click', followLink, { capture: true, signal: own.signal });
  });
  listenToMargins({ surface, onPressed, box, signal });
  signal.addEventListener('abort', () => open.forEach((own) => own.abort()));
}
