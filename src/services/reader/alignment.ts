import type { Look } from './engine.ts';

const BLOCKS = 'p, li, dd, dt, blockquote, div, section, article, td, th, figcaption, aside';
/** On text with free alignment: centred verses and dates at the end stay where they are. */
const FREE = 'data-earmark-lines';
/** Marks the text that the reader may align; once per chapter, before it is shown. */
export function markFreeText(doc: Document): void {
  const view = doc.defaultView;
  if (!view || doc.body.hasAttribute(FREE)) return;
  const end = view.getComputedStyle(doc.body).direction === 'rtl' ? 'left' : 'right';
  const isFree = (element: Element) => !new RegExp(`center|end|${end}`).test(view.getComputedStyle(element).textAlign);
  const free = [...doc.body.querySelectorAll(BLOCKS)].filter(isFree);
  doc.body.setAttribute(FREE, '');
  for (const element of free) element.setAttribute(FREE, '');
}

export function alignmentStyle(alignment: Look['alignment']): string {
  if (alignment === 'book') return '';
  const align = alignment === 'justified' ? 'justify' : 'start';
  return `body [${FREE}]{text-align:${align}!important}`;
}
