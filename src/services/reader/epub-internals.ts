import ePub, { type Book } from 'epubjs';
import type TypedSection from 'epubjs/types/section';
import { pause } from '../idle.ts';
import { isText, rectFrom } from './first-in-view.ts';

/** What the types of epubjs lack or have wrong, and what it does otherwise here. */

export interface Relocated {
  readonly start: Edge;
  readonly end: Edge;
  readonly atStart?: boolean;
  readonly atEnd?: boolean;
}

interface Edge {
  readonly index: number;
  cfi: string;
  readonly displayed: { readonly page: number; readonly total: number };
}

/** A chapter in its frame. */
export interface Contents {
  readonly document: Document;
  readonly window: Window;
  readonly sectionIndex: number;
  cfiFromNode(node: Node): string;
  cfiFromRange(range: Range): string;
  range(cfi: string): Range | null;
  locationOf: (target: string, ignored?: string) => { readonly left: number; readonly top: number };
}

export interface Section extends Omit<TypedSection, 'next' | 'prev'> {
  next(): Section | undefined;
  prev(): Section | undefined;
}

interface Hook<Args extends readonly unknown[]> {
  register(hook: (...args: Args) => unknown): void;
}

export interface View {
  readonly element: HTMLElement;
  readonly section: Section;
  readonly displayed: boolean;
  readonly writingMode?: string;
  readonly contents?: { destroy(): void; readonly document: Document };
  reframe(width: number, height: number): void;
  onDisplayed: (view: View) => void;
  display(request: unknown): Promise<unknown>;
  expand(): void;
  destroy(): void;
}

export interface Manager {
  readonly container: HTMLElement;
  readonly settings: { gap?: number; readonly axis?: string; readonly direction?: string };
  readonly isPaginated: boolean;
  readonly request: unknown;
  readonly layout: { delta: number; readonly width: number; readonly height: number; format: () => void };
  readonly views: Record<'append' | 'prepend', (view: View) => View> & {
    container: HTMLElement | undefined;
    first(): View | undefined;
  };
  readonly stage?: { readonly resizeFunc?: EventListener; readonly orientationChangeFunc?: EventListener };
  location: unknown;
  currentLocation: () => unknown;
  paginatedLocation(): unknown;
  scrolledLocation(): unknown;
  createView(section: Section, isRight?: boolean): View;
  afterDisplayed(view: View): void;
  afterResized(view: View): void;
  updateLayout(): void;
  handleNextPrePaginated: (isRight: boolean, section: Section, add: (section: Section) => unknown) => unknown;
  display(section: Section): Promise<unknown>;
  next: () => Promise<unknown> | undefined;
  prev: () => Promise<unknown> | undefined;
  on(event: 'resize', listener: () => void): void;
}

export interface Rendition {
  /** Missing until it begins. */
  readonly manager?: Manager;
  readonly hooks: { readonly content: Hook<[Contents]> };
  readonly q?: { tick: (work: () => void) => void; enqueue(work: () => void): unknown };
  location?: Relocated | undefined;
  reportLocation: () => Promise<void>;
  display: (target?: string) => Promise<void>;
  next(): Promise<void>;
  prev(): Promise<void>;
  clear(): void;
  destroy(): void;
  flow(flow: 'paginated' | 'scrolled'): void;
  spread(spread: string, minWidth: number): void;
  getContents(): readonly Contents[];
  once(event: 'displayerror', listener: (cause: unknown) => void): void;
  currentLocation(): Relocated | null;
  on(event: 'relocated', listener: (location: Relocated) => void): void;
}

export interface EpubBook extends Omit<Book, 'spine' | 'packaging' | 'renderTo'> {
  readonly spine: {
    readonly spineItems: readonly Section[];
    readonly hooks: { readonly content: Hook<[Document]>; readonly serialize: Hook<[string, Section]> };
    get(target: string | undefined): Section | null;
  };
  readonly packaging: {
    readonly navPath?: string;
    readonly ncxPath?: string;
    /** By id. `overlay`: id of its narration. */
    readonly manifest: Readonly<Record<string, { readonly href: string; readonly overlay?: string }>>;
    readonly metadata: {
      readonly direction?: string;
      readonly language?: string;
      readonly layout?: string;
      readonly spread?: string;
      readonly viewport?: string;
    };
  };
  /** Of older books. */
  readonly displayOptions?: { readonly fixedLayout?: string };
  renderTo(element: HTMLElement, layout: object): Rendition;
}

export function createBook(): EpubBook {
  const book: unknown = ePub();
  return book as EpubBook;
}

/** Reads the files of a book by `request`. */
export function readBy(book: object, request: (address: string) => Promise<unknown>): void {
  const { loadNavigation } = book as { loadNavigation?: (packaging: object) => Promise<unknown> };
  Object.assign(book, {
    unarchive() {
      Object.assign(book, { archive: { request, destroy() {} } });
      return Promise.resolve();
    },
    // It would wait for ever for a broken table of contents: see readContents.
    loadNavigation: () => loadNavigation?.call(book, {}),
    // It would unpack all pictures before the first page, and mix them up where one is missing: see createAssets.
    replacements: () => Promise.resolve(),
  });
}

/** Timeout for the fonts of a chapter, in ms. */
const FONTS_MS = 1000;

/** It finds places before the fonts of a chapter are loaded, which move the text. Late ones count as another size. */
function awaitFonts(manager: Manager): void {
  const make = manager.createView.bind(manager);
  manager.createView = (section, isRight) => {
    const view = make(section, isRight);
    const display = view.display.bind(view);
    view.display = async (request) => {
      const displayed = await display(request);
      const fonts = view.contents?.document.fonts;
      if (fonts?.status !== 'loading') return displayed;
      const areReady = fonts.ready.then(() => true);
      if (!(await Promise.race([areReady, pause(FONTS_MS)]))) void areReady.then(() => manager.afterResized(view));
      view.expand();
      return displayed;
    };
    return view;
  };
}

/** Takes a ready view where there is one. Returns what makes the others. */
export function replaceViews(manager: Manager, take: (section: Section) => View | null): Manager['createView'] {
  const { views } = manager;
  const make = manager.createView.bind(manager);
  manager.createView = (section, isRight) => take(section) ?? make(section, isRight);
  // A view that is in the container already is not added again: a moved frame reloads.
  for (const name of ['append', 'prepend'] as const) {
    const add = views[name].bind(views);
    views[name] = (view) => {
      const { container } = views;
      if (view.element.parentElement === container) views.container = undefined;
      add(view);
      views.container = container;
      return view;
    };
  }
  return make;
}

/** Lays out a chapter that is not shown yet. `isDown`: its pages are above each other. */
export async function displayAhead(manager: Manager, view: View, isWanted: () => boolean) {
  view.onDisplayed = () => {
    // A vertical chapter has set the delta for all: its pages are as high as the view.
    if (manager.settings.axis !== 'vertical') manager.layout.delta = manager.layout.width;
    if (isWanted()) manager.afterDisplayed(view);
  };
  const isSet = await view.display(manager.request).then(
    () => true,
    () => false,
  );
  const isDown = view.writingMode?.startsWith('vertical') === true;
  return { isSet, isDown };
}

/** It lays out again on a window resize, also during its own display: here this waits its turn. */
export function forgetWindow({ manager }: Rendition): void {
  const listener = manager?.stage?.resizeFunc;
  if (listener) window.removeEventListener('resize', listener);
}

/**
 * It waits a frame before each step and lays a chapter out twice to find the shown page, after each turn again. Here
 * steps run at once, and pages are laid out only when their size or look changes.
 */
export function adapt(rendition: Rendition): void {
  if (rendition.q) rendition.q.tick = queueMicrotask;
  rendition.hooks.content.register(findLetters);
  onStarted(rendition, (manager) => {
    awaitFonts(manager);
    rendition.reportLocation = () => Promise.resolve();
    manager.currentLocation = () => {
      const isAcross = manager.isPaginated && manager.settings.axis === 'horizontal';
      return (manager.location = isAcross ? manager.paginatedLocation() : manager.scrolledLocation());
    };
  });
}

/** It finds the page of a whole word, whose rest may be on another page: here that of the letter. */
function findLetters(page: Contents): void {
  const find = page.locationOf.bind(page);
  page.locationOf = (target, ignored) => rectAt(page, target) ?? find(target, ignored);
}

/** Of the letter at a CFI, up to the end of its line; null: there is no text. */
export function rectAt(page: Contents, cfi: string): DOMRect | null {
  const range = cfi.startsWith('epubcfi(') ? page.range(cfi) : null;
  return range && isText(range.startContainer) ? rectFrom(range.startContainer, range.startOffset) : null;
}

/** Calls before the first page is shown. */
export function onStarted(rendition: Rendition, work: (manager: Manager) => void): void {
  rendition.q?.enqueue(() => {
    if (rendition.manager) work(rendition.manager);
  });
}

/** It leaves listeners on the window that hold the whole book: they are cut off from it. */
export function release({ manager }: Rendition, end: () => void): void {
  const listener = manager?.stage?.orientationChangeFunc;
  end();
  if (listener) window.removeEventListener('orientationchange', listener);
  if (!manager) return;
  for (const name of Reflect.ownKeys(manager)) Reflect.deleteProperty(manager, name);
  Object.assign(manager, { destroy() {}, currentLocation() {} });
}
