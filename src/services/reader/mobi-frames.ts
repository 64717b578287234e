import { openFrame, type PageFrame } from './page-frame.ts';
import type { Look } from './engine.ts';
import { FIXED_STYLE } from './fixed-frame.ts';
import type { MobiBook } from './mobi-book.ts';
import { chapterStyle, markFreeText, TEXT_TOUCH, type FontUrls } from './page-style.ts';

interface Options {
  readonly box: HTMLElement;
  readonly surface: HTMLElement;
  readonly fonts: FontUrls;
  readonly look: () => Look;
  readonly onScrolled: () => void;
  readonly signal: AbortSignal;
}

export interface MobiFrames {
  /** The chapters that have text. */
  readonly chapters: readonly number[];
  style(): string;
  /** Opens a chapter beside the shown one. */
  open(chapter: number): Promise<PageFrame>;
  /** Opens the next chapter in this direction ahead, when the shown one is at its end. */
  prepare(shown: PageFrame | null, chapter: number, way: 1 | -1): void;
  /** Drops what was opened ahead: another size or look. */
  forget(): void;
}

/** The frames of a mobi's chapters: one is shown, one opened ahead. */
export function createFrames(book: MobiBook, { box, surface, fonts, look, onScrolled, signal }: Options): MobiFrames {
  const chapters = [...book.sizes.keys()].filter((chapter) => book.sizes[chapter] !== 0);
  let ahead: { readonly chapter: number; readonly made: Promise<PageFrame> } | null = null;
  let requested = 0;

  const style = () =>
    book.page
      ? FIXED_STYLE
      : `${chapterStyle(look(), fonts, getComputedStyle(surface))}html{touch-action:${TEXT_TOUCH}}`;

  async function make(chapter: number): Promise<PageFrame> {
    const markup = await book.markup(chapter, style(), { isShown: true });
    const title = surface.getAttribute('aria-label') ?? '';
    return openFrame({ box, title, markup, look: look(), fixed: book.page, onScrolled });
  }

  function forget() {
    ahead?.made.then(
      (one) => one.close(),
      () => undefined,
    );
    ahead = null;
  }

  signal.addEventListener('abort', () => {
    requested += 1;
    forget();
  });

  return {
    chapters,
    style,
    forget,
    async open(chapter) {
      requested += 1;
      if (ahead?.chapter !== chapter) forget();
      const ready = ahead;
      ahead = null;
      const opened = await (ready?.made ?? make(chapter));
      if (signal.aborted) opened.close();
      else if (look().alignment !== 'book' && !book.page) markFreeText(opened.document);
      return opened;
    },
    prepare(shown, chapter, way) {
      requested += 1;
      const own = requested;
      const work = () => {
        const next = chapters[chapters.indexOf(chapter) + way];
        if (own !== requested || !shown || next === undefined || ahead?.chapter === next) return;
        if (way > 0 ? shown.page < shown.pages - 1 : !shown.isAtStart) return;
        forget();
        const made = make(next);
        made.catch(() => undefined);
        ahead = { chapter: next, made };
      };
      requestAnimationFrame(() => setTimeout(work));
    },
  };
}
