import type { Picture } from './engine.ts';
import { isElement } from './first-in-view.ts';

/** CSS pixels: a smaller picture is an ornament, a thinner one a line. */
const SMALLEST = 64;
const THINNEST = 32;
/** A press on a picture in these is theirs. */
const PRESSED = 'a, button, summary, label, [usemap]';
const DRAWN = 'path, rect, circle, ellipse, line, polyline, polygon, text, use, foreignObject';
const ADDRESS = /^(?:blob:|data:image\/)/i;
/** Parts of a drawing: one with more is shown without the styles of its page. */
const MOST_STYLED = 5000;
/** What a drawing may get from the styles of its page. */
const STYLES = [
  'color, display, visibility, opacity, fill, fill-opacity, fill-rule, stroke, stroke-opacity, stroke-width',
  'stroke-dasharray, stroke-linecap, stroke-linejoin, text-anchor, dominant-baseline, font',
].flatMap((names) => names.split(', '));

/** The pressed picture that opens large; null: it is none, or a link or an ornament. */
export function pictureAt(target: EventTarget | null, surface: Element): (Picture & { fillsPage: boolean }) | null {
  const element = openedAt(target);
  const address = element && addressOf(element);
  if (!element || address === null) return null;
  return { address, name: nameOf(element), ...sizeOf(element), fillsPage: fillsPage(element, surface) };
}

/** Pictures of a page are buttons for keyboards and screen readers. `label`: for those without a name. */
export function offerPictures(page: Document, label: string): void {
  for (const element of page.querySelectorAll<HTMLElement | SVGElement>('img, svg')) {
    const opened = openedAt(element);
    if (!opened) continue;
    element.setAttribute('tabindex', '0');
    element.setAttribute('role', 'button');
    element.setAttribute('aria-label', nameOf(opened) || label);
    element.style.cursor = 'zoom-in';
  }
}

function openedAt(target: EventTarget | null): Element | null {
  const found = isElement(target) ? target.closest('img, image, svg') : null;
  const element = found && (found.localName === 'svg' ? pictureOfDrawing(found) : found);
  if (!element || element.closest(PRESSED)) return null;
  if (element.localName !== 'svg' && !ADDRESS.test(sourceOf(element))) return null;
  const { width, height } = sizeOf(element);
  return Math.max(width, height) >= SMALLEST && Math.min(width, height) >= THINNEST ? element : null;
}

/** The whole drawing, or the picture that is all of it. */
function pictureOfDrawing(svg: Element): Element {
  const whole = svg.parentElement?.closest('svg') ?? svg;
  const [picture, ...others] = whole.querySelectorAll('image');
  return picture && others.length === 0 && !whole.querySelector(DRAWN) ? picture : whole;
}

const sourceOf = (element: Element): string =>
  'currentSrc' in element
    ? (element as HTMLImageElement).currentSrc
    : (element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '');

function addressOf(element: Element): string | null {
  if (element.localName !== 'svg') return sourceOf(element);
  const drawing = element.cloneNode(true) as Element;
  const { width, height } = sizeOf(element);
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const drawn = [element, ...element.querySelectorAll('*')];
  if (drawn.length <= MOST_STYLED) copyStyles(drawn, [drawing, ...drawing.querySelectorAll('*')]);
  // As a picture, it runs no scripts and loads nothing.
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
}

function copyStyles(from: readonly Element[], to: readonly Element[]): void {
  for (const [index, one] of from.entries()) {
    const style = one.ownerDocument.defaultView?.getComputedStyle(one);
    const { style: own } = to[index] as SVGElement;
    for (const name of STYLES) own.setProperty(name, style?.getPropertyValue(name) ?? '');
  }
}

function sizeOf(element: Element): Pick<Picture, 'width' | 'height'> {
  if ('naturalWidth' in element) {
    const { naturalWidth, naturalHeight } = element as HTMLImageElement;
    return { width: naturalWidth, height: naturalHeight };
  }
  const { width, height } = element.getBoundingClientRect();
  return { width: Math.round(width), height: Math.round(height) };
}

function nameOf(element: Element): string {
  const svg = element.closest('svg');
  const names = [
    element.getAttribute('alt'),
    element.getAttribute('aria-label'),
    svg?.getAttribute('aria-label'),
    svg?.querySelector('title')?.textContent,
    element.closest('figure')?.querySelector('figcaption')?.textContent,
    element.getAttribute('title'),
  ];
  return names.map((name) => (name ?? '').replaceAll(/\s+/g, ' ').trim()).find((name) => name !== '') ?? '';
}

/** There is hardly a place beside it to press. */
function fillsPage(element: Element, surface: Element): boolean {
  const areaOf = (one: Element | null | undefined) => {
    const { width, height } = one?.getBoundingClientRect() ?? new DOMRect();
    return width * height;
  };
  const page = element.ownerDocument.defaultView?.frameElement;
  return areaOf(element) * 2 > Math.min(areaOf(surface), areaOf(page ?? surface));
}
