import { addressOf } from './epub-names.ts';

const XHTML = 'http://www.w3.org/1999/xhtml';
const KNOWN = /^(?:http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg)|http:\/\/www\.daisy\.org\/.*dtbook.*)$/;
const EMPTY = `<html xmlns="${XHTML}"><head><title/></head><body/></html>`;
const PICTURE = /^image\/(?:jpe?g|pjpeg|a?png|gif|webp|avif|bmp)$/;
/** Types that a chapter may have; '' where the book names none. */
const SHOWN = /^(?:|image\/svg\+xml|text\/(?:html|x-oeb1-document)|application\/(?:(?:xhtml|x-dtbook)\+xml|html))$/;
/** '<a id="b"/>', which html reads as a beginning: all but the elements that have no end. */
const CLOSED = new RegExp(
  String.raw`<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)` +
    String.raw`([a-z][\w:.-]*)` +
    String.raw`((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/>`,
  'gi',
);

export const isShown = (type: string) => SHOWN.test(type) || PICTURE.test(type);

/** A chapter as a page of html: text, a drawing or a picture; another one says in its place that it is missing. */
export function pageOf(bytes: Uint8Array | null, name: string, type: string): Document {
  if (!bytes?.length) return damaged(name);
  if (PICTURE.test(type)) return pageWith(pictureOf(name));
  const text = textOf(bytes);
  if (!isShown(type) && !/<(?:html|body|svg)\b/i.test(text)) return damaged(name);
  const doc = parse(text, type);
  const root = doc.documentElement;
  if (root.localName !== 'html') return pageWith(root);
  if (!doc.querySelector('body')) root.append(doc.createElementNS(XHTML, 'body'));
  return doc;
}

/** Parses as its type says, and as html what is no xml. */
export function parse(text: string, type: string): Document {
  if (type !== 'text/html') {
    const doc = new DOMParser().parseFromString(text.trimStart(), 'application/xhtml+xml');
    if (!doc.querySelector('parsererror') && KNOWN.test(doc.documentElement.namespaceURI ?? '')) return doc;
  }
  return asHtml(text);
}

/** Parses files of a book about itself, which have names of their own. */
export function parseXml(text: string): Document {
  const doc = new DOMParser().parseFromString(text.trimStart(), 'text/xml');
  return doc.querySelector('parsererror') ? asHtml(text) : doc;
}

const asHtml = (text: string) => new DOMParser().parseFromString(text.replace(CLOSED, '<$1$2></$1>'), 'text/html');

/** By its first bytes, as UTF-8, as it says, or as Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const wide = first === 0 || first === 0xfe ? 'utf-16be' : second === 0 || first === 0xff ? 'utf-16le' : 'utf-8';
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const said = /(?:encoding|charset)\s*=?\s*["']?\s*([\w-]+)/i.exec(start)?.[1] ?? wide;
  for (const charset of [wide, said])
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      // Another one may be right.
    }
  return new TextDecoder('windows-1252').decode(bytes);
}

function pageWith(content: Element): Document {
  const page = new DOMParser().parseFromString(EMPTY, 'application/xhtml+xml');
  page.querySelector('body')?.append(page.adoptNode(content));
  return page;
}

function pictureOf(name: string): Element {
  const picture = document.createElementNS(XHTML, 'img');
  picture.setAttribute('alt', fileOf(name));
  picture.setAttribute('src', addressOf(name));
  return picture;
}

function damaged(name: string): Document {
  const box = document.createElementNS(XHTML, 'p');
  box.textContent = `⚠ ${fileOf(name)}`;
  box.setAttribute('style', 'text-align:center;padding:2em;border:1px dashed;opacity:.7');
  return pageWith(box);
}

const fileOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
