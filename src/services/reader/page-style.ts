import type { Look } from './engine.ts';
import { markStyle } from './mark-style.ts';

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

export const TEXT_TOUCH = 'pan-x pan-y';

export const FONTS = {
  serif: "'Earmark Serif', Georgia, 'Times New Roman', serif",
  'sans-serif': "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
} as const;

/** CSS weight for a boldness in percent; null: that of the book. */
export const weightOf = (weight: number) => (weight === 100 ? null : Math.round(Math.min(900, weight * 4)));

/** Overrides styles of the book. `serif` is an address; null: the system's serif. */
export function chapterStyle(
  look: Look,
  serif: string | null,
  { color, backgroundColor }: CSSStyleDeclaration,
): string {
  const font = serif && `@font-face{font-family:'Earmark Serif';src:url(${serif});font-weight:200 900}`;
  const bold = weightOf(look.weight);
  const weight = bold === null ? '' : `font-weight:${bold}!important`;
  const hyphens = look.alignment === 'justified' ? 'hyphens:auto!important' : '';
  const line = `line-height:${look.lineSpacing / 100}!important`;
  const root = [
    `font-size:${look.scale}%!important`,
    `color:${color}!important`,
    `background:${backgroundColor}!important`,
    'color-scheme:only light',
  ];
  const body = ['font-size:1rem!important', 'color:inherit!important', 'background:none!important', weight, hyphens];
  return `${font ?? ''}
html{${root.join(';')}}
body{${body.join(';')};-webkit-text-stroke:${look.stroke}px}
body,body *:not(pre,code,pre *){font-family:${FONTS[look.font]}!important}
body,body p,body li,body div,body blockquote,body dd,body span{${line}}
body *:not(a){color:inherit!important;background-color:transparent!important}
a,a *{color:inherit!important;text-decoration:underline!important;text-underline-offset:.15em}
${alignmentStyle(look.alignment)}
img,svg,image{max-width:100%!important;max-height:95vh!important;object-fit:contain}
::selection{background:Highlight;color:HighlightText}
${markStyle({ color, backgroundColor })}`;
}
