import { createAloud } from './aloud.ts';
import { openArchive, type Archive } from './archive.ts';
import { createBookFonts, type BookFonts } from './book-fonts.ts';
import { disarmChapter, guarded } from './chapter-safety.ts';
import { BookException, type OpenOptions, type ReaderEngine } from './engine.ts';
import { readFrom } from './epub-archive.ts';
import { createAssets } from './epub-assets.ts';
import { listenToChapters } from './epub-chapter.ts';
import { chaptersOf, readNavigation, search, targetAt } from './epub-contents.ts';
import { adapt, createBook, forgetWindow, release, type EpubBook, type Rendition } from './epub-internals.ts';
import { columnGap, createLayout, type Shown } from './epub-layout.ts';
import { nameOf } from './epub-names.ts';
import { createOverlays } from './epub-overlays.ts';
import { fileOf } from './epub-places.ts';
import { createNeighbours, type Neighbours } from './epub-neighbours.ts';
import { createPosition } from './epub-position.ts';
import { createPrintedPages } from './epub-printed.ts';
import { createQueue } from './epub-queue.ts';
import { showSpreads } from './epub-spreads.ts';
import { createFoundMarks } from './found-marks.ts';
import { needsScripts } from './page-frame.ts';
import { SPREAD_WIDTH } from './page-margins.ts';
import { tameChapter } from './page-style.ts';
import { scrollView } from './scrolling.ts';
import { chapterStarts, shareOfTarget } from './shares.ts';
import { createTextMarks } from './text-marks.ts';
import { within } from './within.ts';

/** How long the size of the pages must rest, in ms. */
const SETTLE_MS = 120;
/** How long scrolling rests before it is a new place, in ms. */
const SCROLL_MS = 100;
/** Obfuscation of fonts, which protects no text. */
const FONT_HIDING = /http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)/;

/** Opens an epub. Its chapters are in frames without scripts or remote content. */
export async function openEpub(file: Blob, options: OpenOptions): Promise<ReaderEngine> {
  const fonts = createBookFonts();
  try {
    return await openBook(file, options, fonts);
  } catch (cause) {
    fonts.close();
    throw cause;
  }
}

async function openBook(file: Blob, options: OpenOptions, fonts: BookFonts): Promise<ReaderEngine> {
  const areLoaded = fonts.load(options.look.font);
  const { surface, onPressed } = options;
  const archive = await openArchive(file);
  if (await isProtected(archive)) throw new BookException('protected');
  const book = createBook();
  const parts = readFrom(archive, book);
  const rendition = await render(book, options);
  adapt(rendition);
  const { spineItems: sections } = book.spine;
  const { metadata } = book.packaging;
  const assets = createAssets(parts, archive);
  const overlays = createOverlays(book, parts, assets);
  const sizes = sections.map(({ url }) => archive.sizes.get(nameOf(url) ?? '') || 1);
  const { contents, printedPages } = await readNavigation(book, parts);
  const chapters = chaptersOf(contents, book);
  const closing = new AbortController();
  const { signal } = closing;
  const isFixed = metadata.layout === 'pre-paginated' || book.displayOptions?.fixedLayout === 'true';
  const shown: Shown = { look: options.look, isVertical: false, isClosed: false, isFixed, surface };
  if (isFixed) showSpreads(rendition, book, shown);
  const layout = createLayout(rendition, shown);
  const printed = createPrintedPages(book, printedPages, isFixed);
  const position = createPosition(rendition, layout, shown, options, { sizes, chapters, printed });
  const queue = createQueue({ layout, position, shown, sections, clear, onRest: () => neighbours?.prepare(way) });
  const marks = createTextMarks({ ...options, firstInView: position.firstShown, signal });
  const found = createFoundMarks();
  let neighbours: Neighbours | null = null;
  let way: 1 | -1 = 1;

  const stay = () => queue.put(position.anchor() ?? undefined);
  const go = (target: string | undefined) => queue.run(true, () => queue.put(target), target);
  const sizeOf = () => `${surface.clientWidth} ${surface.clientHeight}`;
  const opened = sizeOf();
  const sectionShown = () => rendition.getContents()[0]?.sectionIndex;

  function clear() {
    neighbours?.clear();
    layout.clear();
  }

  function close() {
    if (shown.isClosed) return;
    shown.isClosed = true;
    neighbours?.clear();
    closing.abort();
    fonts.close();
    assets.close();
    release(rendition, () => {
      rendition.destroy();
      book.destroy();
    });
  }

  book.spine.hooks.serialize.register(async (_output, section) => {
    const text = await assets.fill(section.output, section.url);
    section.output = guarded(text.replace(/<\/head>/i, () => `<style>${layout.style(fonts.urls)}</style></head>`));
  });
  listenToChapters({ book, rendition, layout, shown, marks, found, sizes, chapters, parts, onPressed, signal });
  rendition.on('relocated', (location) => {
    if (!queue.isBusy && !layout.isScrolled()) position.notify(location);
  });
  try {
    await areLoaded;
    try {
      await go(options.location ?? undefined);
    } catch {
      await go(undefined);
    }
  } catch (cause) {
    close();
    throw new BookException('corrupt', { cause });
  }
  forgetWindow(rendition);
  layout.dress();
  const manager = layout.manager();
  const rested = (work: () => Promise<unknown>) => queue.run(false, work).catch(() => undefined);
  manager?.on('resize', () => {
    if (!queue.isBusy && !layout.isScrolled()) void rested(stay);
  });
  onResized(surface, opened, sizeOf, signal, () => {
    void rested(() => {
      clear();
      return stay();
    });
  });
  if (manager)
    onScrolled(manager.container, signal, () => {
      // Layout scrolls too: only a person's scrolling counts.
      if (queue.isBusy) return false;
      if (position.hasScrolled()) void queue.run(true, () => Promise.resolve()).catch(() => undefined);
      return true;
    });
  const isAside = () => queue.isBusy || shown.isClosed || shown.isVertical || isFixed;
  if (manager)
    neighbours = createNeighbours(manager, {
      key: () => `${sizeOf()} ${JSON.stringify(shown.look)}`,
      shown: () => (isAside() ? undefined : sections[sectionShown() ?? -1]),
    });
  neighbours?.prepare(1);
  const pageAt = (index: number) => layout.pages().find(({ sectionIndex }) => sectionIndex === index);
  const aloud = createAloud({
    shown: () => layout.pages().map(({ sectionIndex: index, document }) => ({ index, document })),
    firstInView: () => (isFixed ? null : position.firstShown()),
    targetOf: (range, index) => pageAt(index)?.cfiFromRange(range) ?? '',
    isInView: (target) => (isFixed ? pageAt(fileOf(target)) !== undefined : position.isOnPages(target) === true),
    go,
    next(index) {
      const section = sections.slice(index + 1).find(({ linear }) => linear);
      return section ? { index: section.index, target: section.href } : null;
    },
    language: metadata.language ?? '',
    narration: overlays.hasAny ? overlays.partsOf : null,
  });

  return {
    contents,
    chapters: Promise.resolve(chapterStarts(sizes, chapters)),
    printedPages,
    direction: metadata.direction === 'rtl' ? 'rtl' : 'ltr',
    next: () =>
      queue.run(true, async () => {
        const scrolled = layout.box();
        if (scrolled && scrollView(scrolled, 1)) return;
        way = 1;
        queue.seek('first');
        if (!position.place()?.atEnd) await rendition.next();
      }),
    previous: () =>
      queue.run(true, async () => {
        const scrolled = layout.box();
        if (position.place()?.atStart || (scrolled && scrollView(scrolled, -1))) return;
        way = -1;
        queue.seek('last');
        const before = sectionShown();
        await rendition.prev();
        // Scrolled chapters, and those with pages above each other, show their beginning first.
        const end = shown.isVertical && sectionShown() !== before ? layout.manager()?.container : layout.box();
        if (end) end.scrollTop = end.scrollHeight;
      }),
    async go(target) {
      const share = shareOfTarget(target);
      if (share === null) {
        found.choose(target);
        return go((await printed.wordOf(target)) ?? target);
      }
      const wanted = await targetAt(book, sizes, share);
      if (wanted !== undefined && position.isOnPages(wanted) !== true) await go(wanted);
    },
    async show(look) {
      // The colours of the surface arrive in its next frame.
      await new Promise((done) => requestAnimationFrame(done));
      if (shown.isClosed) return;
      await queue.run(false, async () => {
        await fonts.load(look.font);
        const hasSpread = look.spread !== shown.look.spread;
        shown.look = look;
        clear();
        if (hasSpread) rendition.spread(look.spread, SPREAD_WIDTH);
        await stay();
      });
    },
    async search(query, stop) {
      const matches = await search(book, { chapters, sizes }, query, stop);
      if (!stop.aborted) found.begin(query, stop);
      return matches;
    },
    isInView: (target) => position.isOnPages(target) === true,
    marking: marks,
    aloud,
    close,
  };
}

async function render(book: EpubBook, { surface, look }: OpenOptions): Promise<Rendition> {
  try {
    await within(book.open(new ArrayBuffer(), 'binary'));
    await within(book.ready);
    book.spine.hooks.content.register(disarmChapter);
    book.spine.hooks.content.register(tameChapter);
    return book.renderTo(surface, {
      width: '100%',
      height: '100%',
      flow: look.flow === 'paged' ? 'paginated' : 'scrolled',
      gap: columnGap({ look, isVertical: false, surface }),
      spread: look.spread,
      minSpreadWidth: SPREAD_WIDTH,
      allowScriptedContent: needsScripts(),
      resizeOnOrientationChange: false,
    });
  } catch (cause) {
    throw cause instanceof BookException ? cause : new BookException('corrupt', { cause });
  }
}

/** Calls when the size of the surface rests and is another one than before. */
function onResized(
  surface: Element,
  before: string,
  sizeOf: () => string,
  signal: AbortSignal,
  onChange: () => void,
): void {
  let laid = before;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const sized = new ResizeObserver(() => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      if (sizeOf() === laid) return;
      laid = sizeOf();
      onChange();
    }, SETTLE_MS);
  });
  sized.observe(surface);
  signal.addEventListener('abort', () => {
    clearTimeout(settling);
    sized.disconnect();
  });
}

/** Calls when scrolling rests, again while `onRest` returns false. */
function onScrolled(scroller: Element, signal: AbortSignal, onRest: () => boolean): void {
  let scrolling: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(scrolling);
    scrolling = setTimeout(() => onRest() || wait(), SCROLL_MS);
  };
  scroller.addEventListener('scroll', wait, { passive: true, signal });
  signal.addEventListener('abort', () => clearTimeout(scrolling));
}

/** Encrypted by DRM. */
async function isProtected({ sizes, readText }: Archive): Promise<boolean> {
  if (sizes.has('META-INF/rights.xml') || sizes.has('META-INF/sinf.xml')) return true;
  const encryption = await readText('META-INF/encryption.xml');
  const algorithms = encryption?.match(/EncryptionMethod[^>]*Algorithm\s*=\s*["'][^"']*/g) ?? [];
  return algorithms.some((algorithm) => !FONT_HIDING.test(algorithm));
}
