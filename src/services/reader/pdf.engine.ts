import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  PasswordResponses,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { BookException, type BookFault, type OpenOptions, type ReaderEngine } from './engine.ts';
import { markStyle } from './mark-style.ts';
import { openPages } from './paged.ts';
import { bringIntoView } from './pdf-marks.ts';
import { readOutline } from './pdf-outline.ts';
import { createPdfPages, type Marked } from './pdf-pages.ts';
import { firstWords, joinStretches, pageOfStretch, rangeOfStretch, shareOfText, stretchOf } from './pdf-places.ts';
import { searchPdf, spotOf } from './pdf-search.ts';
import { createTextMarks } from './text-marks.ts';
import { within } from './within.ts';

const MARKED = markStyle('transparent');

/** The text over the picture of a pdf page can be marked and copied, but is invisible. */
const PDF_STYLE = `
.pdf-page{position:relative;isolation:isolate;flex:none;background:#fff;--scale-round-x:1px;--scale-round-y:1px}
.pdf-page>canvas{display:block;width:100%;height:100%}
.pdf-text{position:absolute;mix-blend-mode:multiply;inset:0;
overflow:clip;line-height:1;text-align:initial;transform-origin:0 0;
color-scheme:only light;forced-color-adjust:none;-webkit-text-size-adjust:none;text-size-adjust:none;
--min-font-size:1;--text-scale-factor:calc(var(--total-scale-factor)*var(--min-font-size));
--min-font-size-inv:calc(1/var(--min-font-size))}
.pdf-text[data-main-rotation="90"]{transform:rotate(90deg) translateY(-100%)}
.pdf-text[data-main-rotation="180"]{transform:rotate(180deg) translate(-100%,-100%)}
.pdf-text[data-main-rotation="270"]{transform:rotate(270deg) translateX(-100%)}
.pdf-text :is(span,br){position:absolute;color:transparent;white-space:pre;cursor:text;transform-origin:0 0}
.pdf-text>:not(.markedContent),.pdf-text .markedContent span:not(.markedContent){--font-height:0;--scale-x:1;
--rotate:0deg;font-size:calc(var(--text-scale-factor)*var(--font-height));
transform:rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))}
.pdf-text .markedContent{display:contents}
.pdf-text mark{color:transparent;background:rgb(255 200 0/.4);border-radius:2px}
.pdf-text mark[aria-current]{background:rgb(255 110 0/.5);outline:2px solid #b33c00;outline-offset:1px}
${MARKED}
.pdf-text ::selection{background:rgb(0 90 255/.3);color:transparent}
[data-night] .pdf-page>canvas{filter:invert(.9) hue-rotate(180deg)}
[data-night] .pdf-text{mix-blend-mode:difference}
.pdf-page>a{position:absolute;display:block}
.pdf-page>a:is(:hover,:focus-visible){background:rgb(0 90 255/.15)}
.pdf-page>a:focus-visible{outline:2px solid #05f}
`;

/** This file's address: pdf.js loads its parts from a folder beside it. */
const here = import.meta.url;

/** Opens a pdf in a worker; its scripts, forms and files are ignored. */
export async function openPdf(file: Blob, options: OpenOptions): Promise<ReaderEngine> {
  const { surface } = options;
  const { doc, end } = await openDocument(file, options.password);
  const listeners = new AbortController();
  const dropStyle = addStyle();
  dress(surface);
  const close = () => {
    listeners.abort();
    dropStyle();
    surface.removeAttribute(NIGHT);
    end();
  };
  try {
    const name = surface.getAttribute('aria-label') ?? '';
    const [outline, direction] = await Promise.all([within(readOutline(doc)), within(directionOf(doc))]);
    const marks = createTextMarks({
      ...options,
      firstInView: () => firstWords(surface),
      join: joinStretches,
      signal: listeners.signal,
    });
    const pages = createPdfPages(doc, name, {
      onChanged: marks.draw,
      onText: (page, text) =>
        marks.add({
          root: text,
          describe(range) {
            const target = stretchOf(page, text, range);
            return { target, share: (page - 1 + shareOfText(text, target)) / doc.numPages, chapter: placeName(page) };
          },
          find: (target) => rangeOfStretch(page, text, target),
        }),
    });
    const placeName = (page: number) => [`${name} ${page}`, outline.chapterOf(page)].filter(Boolean).join(' · ');
    const found = createFound(doc, pages, placeName, listeners.signal);
    const engine = await openPages(
      {
        ...pages,
        count: doc.numPages,
        direction,
        contents: outline.contents,
        search: found.search,
        find: outline.find,
        chapterOf: outline.chapterOf,
        close() {
          pages.close();
          close();
        },
      },
      options,
    );
    redrawWhenPagesCome(surface, marks.draw, listeners.signal);
    followLinks(surface, options.onPressed, listeners.signal);
    return {
      ...engine,
      chapters: outline.chapters,
      marking: marks,
      async show(look) {
        // The colours of the surface arrive in its next frame.
        await new Promise((done) => requestAnimationFrame(done));
        dress(surface);
        await engine.show(look);
      },
      isInView: (target) => engine.isInView(String(pageOfStretch(target) ?? target)),
      async go(target) {
        const marked = pageOfStretch(target);
        if (marked !== null) {
          await engine.go(String(marked));
          const text = surface.querySelector<HTMLElement>(`[data-page="${marked}"]>.pdf-text`);
          const words = text && rangeOfStretch(marked, text, target);
          return words ? bringIntoView(surface, words.getBoundingClientRect()) : undefined;
        }
        const spot = spotOf(target);
        if (!spot) return engine.go(target);
        await found.mark(spot);
        await engine.go(String(spot.page));
        const mark = surface.querySelector('mark[aria-current]');
        return mark ? bringIntoView(surface, mark.getBoundingClientRect()) : undefined;
      },
    };
  } catch (cause) {
    close();
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
}

/** On a dark surface its pages are dark. */
const NIGHT = 'data-night';

function dress(surface: HTMLElement): void {
  const { colorScheme } = getComputedStyle(surface);
  const isDark =
    colorScheme === 'light dark' ? matchMedia('(prefers-color-scheme: dark)').matches : colorScheme === 'dark';
  surface.toggleAttribute(NIGHT, isDark);
}

/** The returned function removes it. */
function addStyle(): () => void {
  const style = new CSSStyleSheet();
  style.replaceSync(PDF_STYLE);
  document.adoptedStyleSheets.push(style);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style);
  };
}

type Pages = ReturnType<typeof createPdfPages>;

/** A search whose matches are marked on the pages until it ends. */
function createFound(doc: PDFDocumentProxy, pages: Pages, placeName: (page: number) => string, closed: AbortSignal) {
  let searched: string | null = null;
  return {
    async search(query: string, signal: AbortSignal) {
      const found = await searchPdf(doc, query, signal, placeName);
      if (signal.aborted) return found;
      searched = query;
      const forget = () => {
        searched = null;
        void pages.mark(null);
      };
      signal.addEventListener('abort', forget, { once: true, signal: closed });
      await pages.mark({ query, current: null });
      return found;
    },
    async mark(current: Marked['current']) {
      if (searched !== null) await pages.mark({ query: searched, current });
    },
  };
}

function followLinks(surface: HTMLElement, onPressed: OpenOptions['onPressed'], signal: AbortSignal): void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-page]') : null;
    const page = link?.dataset['page'];
    if (page === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    onPressed({ kind: 'jump', target: page });
  };
  surface.addEventListener('click', follow, { capture: true, signal });
}

async function directionOf(doc: PDFDocumentProxy): Promise<'ltr' | 'rtl'> {
  const preferences = await doc.getViewerPreferences();
  return preferences?.get('Direction') === 'R2L' ? 'rtl' : 'ltr';
}

/** Ranges end when their page leaves the surface: when it returns, they are looked up again. */
function redrawWhenPagesCome(surface: HTMLElement, draw: () => void, signal: AbortSignal): void {
  const isPage = (node: Node) => node instanceof HTMLElement && node.classList.contains('pdf-page');
  const watch = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isPage))) draw();
  });
  watch.observe(surface, { childList: true, subtree: true });
  signal.addEventListener('abort', () => watch.disconnect());
}

async function openDocument(file: Blob, password: string): Promise<{ doc: PDFDocumentProxy; end: () => void }> {
  if (file.size === 0) throw new BookException('empty');
  let data: ArrayBuffer;
  try {
    data = await file.arrayBuffer();
  } catch (cause) {
    throw new BookException('tooLarge', { cause });
  }
  const folder = new URL(`pdfjsdist-${version}/`, here).href;
  GlobalWorkerOptions.workerSrc = `${folder}legacy/build/pdf.worker.min.mjs`;
  const task = getDocument({
    data,
    ...(password && { password }),
    cMapUrl: `${folder}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}standard_fonts/`,
    iccUrl: `${folder}iccs/`,
    wasmUrl: `${folder}wasm/`,
    enableXfa: false,
    verbosity: 0,
  });
  const end = () => void task.destroy().catch(() => undefined);
  try {
    return { doc: await within(task.promise), end };
  } catch (cause) {
    end();
    throw new BookException(faultOf(cause), { cause });
  }
}

function faultOf(cause: unknown): BookFault {
  if (!(cause instanceof PasswordException)) return 'corrupt';
  return (cause as { code?: unknown }).code === PasswordResponses.INCORRECT_PASSWORD ? 'wrongPassword' : 'locked';
}
