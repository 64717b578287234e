import { defaultEreaderSettings } from '../../schemas/reading.ts';
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

/** On cells that a table cannot make narrower than their words. */
const LONG = 'data-earmark-long';
/** On text whose letters join: space between them would tear its words apart. */
const JOINED = 'data-earmark-joined';
const JOINING = /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mand}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Phag}\p{sc=Adlm}\p{sc=Rohg}]/u;
/** Letters of a word that a cell of a table may break. */
const LONG_WORD = /\S{25}/;

/** Pages have no place for fixed parts: they would be on each page, or make pages without end. */
export const unfixed = (css: string) => css.replaceAll(/position\s*:\s*fixed/gi, 'position:static');

/** Changes in a chapter what the reader's style cannot override. */
export function tameChapter(doc: Document): void {
  for (const element of doc.querySelectorAll('[style]')) {
    const style = element.getAttribute('style') ?? '';
    const tame = unfixed(style).replaceAll(/!\s*important/gi, '');
    if (tame !== style) element.setAttribute('style', tame);
  }
  for (const style of doc.querySelectorAll('style')) {
    const tame = unfixed(style.textContent);
    if (tame !== style.textContent) style.textContent = tame;
  }
  for (const cell of doc.querySelectorAll('td, th')) if (LONG_WORD.test(cell.textContent)) cell.setAttribute(LONG, '');
  markJoined(doc);
}

function markJoined(doc: Document): void {
  if (!JOINING.test(doc.documentElement.textContent)) return;
  const texts = doc.createTreeWalker(doc.documentElement, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (JOINING.test(text.nodeValue ?? '')) text.parentElement?.setAttribute(JOINED, '');
}

export const TEXT_TOUCH = 'pan-x pan-y';

const SANS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
export const FONTS = {
  serif: "'Earmark Serif', Georgia, 'Times New Roman', serif",
  'sans-serif': SANS,
  opendyslexic: `'Earmark OpenDyslexic', ${SANS}`,
} as const;

/** Addresses of fonts; without one it is the system's. */
export interface FontUrls {
  readonly serif?: string;
  readonly opendyslexic?: string;
}

const faceOf = (face: string, url: string | undefined) => (url ? `@font-face{${face};src:url(${url})}` : '');

/** CSS weight for a boldness in percent, 200 to 900; null: that of the book. */
export function weightOf(weight: number): number | null {
  if (weight === 100) return null;
  return Math.round(weight < 100 ? 200 + weight * 2 : 400 + (weight - 100) * 2.5);
}

/** CSS line height for a line spacing in percent; null: that of the book. */
export const lineHeightOf = (lineSpacing: number) =>
  lineSpacing === defaultEreaderSettings.lineSpacing ? null : lineSpacing / 100;

/** CSS length for a space in percent of the letter size; null: that of the book. */
export const spaceOf = (percent: number) => (percent === 0 ? null : `${percent / 100}em`);

function spacingStyle({ letterSpacing, wordSpacing, paragraphSpacing }: Look): string {
  const text = 'body,body :not(svg *,math *,pre *)';
  const [letters, words] = [spaceOf(letterSpacing), spaceOf(wordSpacing)];
  return [
    letters &&
      `${text}{letter-spacing:${letters}!important}
:is(svg,math,pre,[${JOINED}]){letter-spacing:normal!important}`,
    words && `${text}{word-spacing:${words}!important}body :is(svg,math,pre){word-spacing:normal!important}`,
    paragraphSpacing > 0 &&
      `p+p{margin-block-start:${paragraphSpacing / 100}lh!important}p:has(+p){margin-block-end:0!important}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** Of text whose book has none. */
export const USUAL_LINE_HEIGHT = 1.45;

/** CSS pixels: smaller letters are not readable. */
const LEAST_LETTERS = 9;
/** CSS size of text for a scale in percent. */
export const sizeOf = (scale: number) => `max(${scale}%,${LEAST_LETTERS}px)`;

const CODE = 'pre,code,kbd,samp,tt';
/** Wide content stays in its column. A drawing has its own colours, so it keeps white paper. */
const KEPT = `
body *{overflow-wrap:break-word!important}
body :not(tr,td,th,svg *,math *){max-inline-size:100%!important}
pre{white-space:pre-wrap!important}
:is(${CODE},a,[${LONG}]),:is(${CODE},a,[${LONG}]) *{overflow-wrap:anywhere!important}
${CODE}{hyphens:manual!important}
img,svg,image{max-width:100%!important;max-height:95vh!important;object-fit:contain}
svg:not(:has(image)){background:#fff!important;color:#000!important}
table,thead,tbody,tfoot,tr,td,th,hr{border-color:color-mix(in oklab,currentColor 60%,transparent)!important}`;

/**
 * What a book's styles cannot override, and, without `!important`, what all of them override: both by a layer.
 */
export function chapterStyle(look: Look, fonts: FontUrls, { color, backgroundColor }: CSSStyleDeclaration): string {
  const faces = [
    faceOf("font-family:'Earmark Serif';font-weight:200 900", fonts.serif),
    faceOf("font-family:'Earmark OpenDyslexic'", fonts.opendyslexic),
  ];
  const bold = weightOf(look.weight);
  const weight = bold === null ? '' : `font-weight:${bold}!important`;
  const lineHeight = lineHeightOf(look.lineSpacing);
  const hyphens = look.alignment === 'start' ? 'manual' : 'auto';
  const root = [
    `font-size:${sizeOf(look.scale)}!important`,
    `color:${color}!important`,
    `background:${backgroundColor}!important`,
    'color-scheme:only light',
    // A root that is centred in its frame would move away from the pages.
    'margin:0!important;padding:0!important;max-width:none!important;max-height:none!important',
    `font-family:${FONTS[look.font === 'book' ? 'serif' : look.font]}`,
    `line-height:${USUAL_LINE_HEIGHT}`,
    `hyphens:${hyphens}`,
  ];
  const body = ['font-size:1rem!important', 'color:inherit!important', 'background:none!important', weight];
  if (look.alignment === 'justified') body.push('hyphens:auto!important');
  return `${faces.join('')}
@layer earmark{
html{${root.join(';')}}
h1,h2,h3,h4,h5,h6{hyphens:manual}
body{${body.join(';')};-webkit-text-stroke:${look.stroke}px}
${look.font === 'book' ? '' : `body,body *:not(pre,code,pre *){font-family:${FONTS[look.font]}!important}`}
${lineHeight === null ? '' : `body :is(p,li,div,blockquote,dd,span){line-height:${lineHeight}!important}`}
body *:not(a){color:inherit!important;background-color:transparent!important}
a,a *{color:inherit!important;text-decoration:underline!important;text-underline-offset:.15em}
${spacingStyle(look)}
${alignmentStyle(look.alignment)}${KEPT}
::selection{background:Highlight;color:HighlightText}
${markStyle()}
}`;
}
