import { TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageViewport, PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';
import type { Size } from './openings.ts';
import type { PageSource } from './paged.ts';
import { markFound } from './pdf-marks.ts';
import { pageOf, type Destination } from './pdf-outline.ts';
import { findIn, piecesOf } from './pdf-search.ts';

/** CSS pixels of one point of a pdf. */
const POINT = 96 / 72;
/** Device pixels of a page's picture: a larger one is drawn less finely. */
const MOST_PIXELS = 16e6;

interface Drawing {
  readonly key: string;
  readonly element: Promise<HTMLElement>;
  mark(): Promise<void>;
  end(): void;
}

export interface Marked {
  readonly query: string;
  readonly current: { readonly page: number; readonly number: number } | null;
}

/** Missing in the types of pdf.js. */
interface LinkAnnotation {
  readonly subtype: string;
  readonly rect: [number, number, number, number];
  readonly url?: string;
  readonly dest?: Destination;
}

interface Pages extends Pick<PageSource, 'measure' | 'draw' | 'release' | 'sketch' | 'close'> {
  /** Marks words on these and later pages. Null: none. */
  mark(marked: Marked | null): Promise<void>;
}

export interface TextEvents {
  readonly onText: (page: number, text: HTMLElement) => () => void;
  readonly onChanged: () => void;
}

const viewportOf = (proxy: PDFPageProxy, rotation: number, scale = POINT) =>
  proxy.getViewport({ scale, rotation: (proxy.rotate + rotation) % 360 });

/** Of all pages. */
interface Drawn {
  readonly doc: PDFDocumentProxy;
  readonly name: string;
  readonly events: TextEvents;
  readonly marked: () => Marked | null;
}

function startDrawing(
  { doc, name, events, marked }: Drawn,
  page: number,
  { width }: Size,
  rotation: number,
  key: string,
): Drawing {
  let task: RenderTask | null = null;
  let text: TextLayer | null = null;
  let proxy: PDFPageProxy | null = null;
  let isOver = false;
  let hasMarks = false;
  let forget = (): void => undefined;
  const mark = async () => {
    const own = marked();
    if (!own && !hasMarks) return;
    const found = own ? findIn(await piecesOf(doc, page), own.query) : [];
    if (isOver || !text || own !== marked()) return;
    markFound(text.textDivs, found, own?.current?.page === page ? own.current.number : null);
    hasMarks = found.length > 0;
    events.onChanged();
  };
  const canvas = document.createElement('canvas');
  const draw = async () => {
    proxy = await doc.getPage(page);
    if (isOver) throw new Error('The page is not wanted any more');
    const scale = (width / viewportOf(proxy, rotation).width) * POINT;
    const viewport = viewportOf(proxy, rotation, scale);
    const element = pageBox(`${name} ${page}`, viewport, scale);
    element.dataset['page'] = String(page);
    const ratio = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
    canvas.width = Math.floor(viewport.width * ratio);
    canvas.height = Math.floor(viewport.height * ratio);
    canvas.ariaHidden = 'true';
    const container = document.createElement('div');
    container.className = 'pdf-text';
    element.append(canvas, container);
    task = proxy.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
    text = new TextLayer({ textContentSource: proxy.streamTextContent(), container, viewport });
    const words = text.render().then(() => {
      if (isOver) return undefined;
      forget = events.onText(page, container);
      return mark();
    });
    await Promise.all([task.promise, words.catch(() => undefined), addLinks(doc, proxy, viewport, element, name)]);
    return element;
  };
  const element = draw();
  element.catch(() => undefined);
  return {
    key,
    element,
    mark,
    end() {
      isOver = true;
      forget();
      task?.cancel();
      text?.cancel();
      canvas.width = 0;
      canvas.height = 0;
      proxy?.cleanup();
    },
  };
}

function pageBox(label: string, { width, height }: PageViewport, scale: number): HTMLElement {
  const element = document.createElement('div');
  element.className = 'pdf-page';
  element.role = 'group';
  element.ariaLabel = label;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  element.style.setProperty('--total-scale-factor', String(scale));
  return element;
}

async function addLinks(
  doc: PDFDocumentProxy,
  proxy: PDFPageProxy,
  viewport: PageViewport,
  element: HTMLElement,
  name: string,
): Promise<void> {
  const annotations: readonly LinkAnnotation[] = await proxy.getAnnotations({ intent: 'display' });
  for (const { subtype, rect, url, dest } of annotations) {
    if (subtype !== 'Link') continue;
    const page = url === undefined && dest ? await pageOf(doc, dest) : null;
    if (page === null && !/^(?:https?|mailto):/i.test(url ?? '')) continue;
    const link = document.createElement('a');
    link.href = page === null ? (url ?? '') : `#${page}`;
    link.ariaLabel = page === null ? (url ?? '') : `${name} ${page}`;
    if (page !== null) link.dataset['page'] = String(page);
    const [x1, y1, x2, y2] = rect;
    const [[left, top], [right, bottom]] = [inView(viewport, x1, y1), inView(viewport, x2, y2)];
    link.style.left = `${Math.min(left, right) * 100}%`;
    link.style.top = `${Math.min(top, bottom) * 100}%`;
    link.style.width = `${Math.abs(right - left) * 100}%`;
    link.style.height = `${Math.abs(bottom - top) * 100}%`;
    element.append(link);
  }
}

/** Pages of a pdf: picture, text and links over each other. Only pages in use keep memory. */
export function createPdfPages(doc: PDFDocumentProxy, name: string, events: TextEvents): Pages {
  const drawings = new Map<number, Drawing>();
  let marked: Marked | null = null;

  function release(page: number) {
    drawings.get(page)?.end();
    drawings.delete(page);
  }

  return {
    async measure(page, rotation) {
      const { width, height } = viewportOf(await doc.getPage(page), rotation);
      return { width, height };
    },
    draw(page, size, rotation) {
      const key = [size.width, rotation, devicePixelRatio].join(' ');
      const known = drawings.get(page);
      if (known?.key === key) return known.element;
      const drawing = startDrawing({ doc, name, events, marked: () => marked }, page, size, rotation, key);
      drawings.set(page, drawing);
      // The old drawing stays until the new one is ready.
      if (known) drawing.element.then(known.end, known.end);
      return drawing.element;
    },
    release,
    async sketch(page, width) {
      const proxy = await doc.getPage(page);
      const viewport = viewportOf(proxy, 0, (width / viewportOf(proxy, 0).width) * POINT);
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
      await proxy.render({ canvas, viewport }).promise;
      if (!drawings.has(page)) proxy.cleanup();
      return canvas;
    },
    async mark(wanted) {
      marked = wanted;
      await Promise.all([...drawings.values()].map((one) => one.mark().catch(() => undefined)));
    },
    close() {
      for (const page of drawings.keys()) release(page);
    },
  };
}

function inView({ transform, width, height }: PageViewport, x: number, y: number): [number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  return [(a * x + c * y + e) / width, (b * x + d * y + f) / height];
}
