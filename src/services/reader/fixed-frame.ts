import type { FrameOptions, PageFrame } from './page-frame.ts';
import type { Size } from './openings.ts';

/** Gives way to each style of the book. */
export const FIXED_STYLE = `:where(html){background:#fff;color:#000;color-scheme:only light;overflow:hidden}
:where(html,body){margin:0;padding:0}`;

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
      const { width, height } = fitFixed(doc, size, { width: box.clientWidth, height: box.clientHeight });
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
    },
    close: () => element.remove(),
  };
}

/** Makes a page as large as fits the room. Returns its size then. */
export function fitFixed(doc: Document, size: Size, room: Size): Size {
  const scale = Math.min(room.width / size.width, room.height / size.height);
  // Presses are in pixels of the frame: its text is zoomed, the frame is not scaled.
  doc.documentElement.style.setProperty('zoom', String(scale), 'important');
  doc.body.style.width = `${size.width}px`;
  doc.body.style.height = `${size.height}px`;
  return { width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) };
}

/** The size that a page names, or that of its only picture. */
export function sizeOf(doc: Document): Size | null {
  return sizeNamed(doc.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? '') ?? sizeOfPicture(doc);
}

/** Of 'width=600, height=800'. */
export function sizeNamed(text: string): Size | null {
  return sizeFrom(/\bwidth\s*=\s*(\d+)/.exec(text)?.[1], /\bheight\s*=\s*(\d+)/.exec(text)?.[1]);
}

function sizeOfPicture({ body }: Document): Size | null {
  const [picture] = body.children;
  if (!picture || body.childElementCount > 1) return null;
  if ('naturalWidth' in picture) {
    const { naturalWidth, naturalHeight } = picture as HTMLImageElement;
    return sizeFrom(String(naturalWidth), String(naturalHeight));
  }
  const [, , width, height] = (picture.getAttribute('viewBox') ?? '').trim().split(/[\s,]+/);
  return sizeFrom(width, height) ?? sizeFrom(picture.getAttribute('width') ?? '', picture.getAttribute('height') ?? '');
}

export function sizeFrom(width: string | undefined, height: string | undefined): Size | null {
  const size = { width: Number.parseInt(width ?? '', 10), height: Number.parseInt(height ?? '', 10) };
  return size.width > 0 && size.height > 0 && size.width <= MOST && size.height <= MOST ? size : null;
}
