import type { FrameOptions, PageFrame } from './page-frame.ts';
import type { Size } from './openings.ts';

export const FIXED_STYLE = `html{background:#fff;color-scheme:only light;overflow:hidden}
html,body{margin:0;padding:0}`;

/** CSS pixels: a larger page size is an error of the book. */
const MOST = 10_000;

/** Lays out a chapter that is one page of its own size: centred, as large as fits the box. */
export function createFixedFrame(
  element: HTMLIFrameElement,
  doc: Document,
  { box }: FrameOptions,
  fallback: Size,
): PageFrame {
  const size = sizeOf(doc) ?? fallback;
  element.style.height = '';
  element.style.inset = '0';
  element.style.margin = 'auto';
  const show = () => void (element.style.visibility = 'visible');
  return {
    element,
    document: doc,
    pages: 1,
    page: 0,
    isAtStart: true,
    box: null,
    show,
    showPlace: show,
    turn: () => false,
    isReached: () => true,
    isInView: () => true,
    start: () => null,
    async lay() {
      const scale = Math.min(box.clientWidth / size.width, box.clientHeight / size.height);
      element.style.width = `${Math.floor(size.width * scale)}px`;
      element.style.height = `${Math.floor(size.height * scale)}px`;
      // Presses are in pixels of the frame: its text is zoomed, the frame is not scaled.
      doc.documentElement.style.setProperty('zoom', String(scale), 'important');
      doc.body.style.width = `${size.width}px`;
      doc.body.style.height = `${size.height}px`;
    },
    close: () => element.remove(),
  };
}

function sizeOf(doc: Document): Size | null {
  const content = doc.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '';
  return sizeFrom(/\bwidth\s*=\s*(\d+)/.exec(content)?.[1], /\bheight\s*=\s*(\d+)/.exec(content)?.[1]);
}

export function sizeFrom(width: string | undefined, height: string | undefined): Size | null {
  const size = { width: Number.parseInt(width ?? '', 10), height: Number.parseInt(height ?? '', 10) };
  return size.width > 0 && size.height > 0 && size.width <= MOST && size.height <= MOST ? size : null;
}
