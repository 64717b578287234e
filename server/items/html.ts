import { decodeHTMLStrict } from 'entities';

/** Elements that are removed with their content. */
const DROPPED = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'textarea',
  'noscript',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'title',
  'template',
  'svg',
  'math',
]);
const ALLOWED = new Set(['p', 'ol', 'ul', 'li', 'a', 'strong', 'em', 'del', 'br', 'b', 'i']);

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** Index after the tag. */
  readonly end: number;
}

/** Index of the next character of a set from `from` on, or the end of the text. */
function indexOfAny(text: string, characters: string, from: number): number {
  let index = from;
  while (index < text.length && !characters.includes(text.charAt(index))) index += 1;
  return index;
}

function skipAny(text: string, characters: string, from: number): number {
  let index = from;
  while (index < text.length && characters.includes(text.charAt(index))) index += 1;
  return index;
}

const SPACE = ' \t\n\r\f';

/** Reads the tag at `start` as browsers do, unterminated quotes included; reads each character once. */
function readTag(html: string, start: number): Tag {
  const isEnd = html.charAt(start + 1) === '/';
  const nameStart = start + (isEnd ? 2 : 1);
  const nameEnd = indexOfAny(html, `${SPACE}/>`, nameStart);
  const attributes = new Map<string, string>();
  let index = skipAny(html, `${SPACE}/`, nameEnd);
  while (index < html.length && html.charAt(index) !== '>') {
    const keyEnd = indexOfAny(html, `${SPACE}/>=`, index + 1);
    const key = html.slice(index, keyEnd).toLowerCase();
    let value = '';
    index = skipAny(html, SPACE, keyEnd);
    if (html.charAt(index) === '=') {
      index = skipAny(html, SPACE, index + 1);
      const quote = html.charAt(index);
      const isQuoted = quote === '"' || quote === "'";
      const valueEnd = indexOfAny(html, isQuoted ? quote : `${SPACE}>`, isQuoted ? index + 1 : index);
      value = html.slice(isQuoted ? index + 1 : index, valueEnd);
      index = isQuoted ? valueEnd + 1 : valueEnd;
    }
    if (!attributes.has(key)) attributes.set(key, value);
    index = skipAny(html, `${SPACE}/`, index);
  }
  return {
    name: html.slice(nameStart, nameEnd).toLowerCase(),
    isEnd,
    attributes,
    end: Math.min(html.length, index + 1),
  };
}

/** Where the comment or declaration at `start` ends. */
function commentEnd(html: string, start: number): number {
  const isComment = html.startsWith('<!--', start);
  const end = html.indexOf(isComment ? '-->' : '>', start + 2);
  return end === -1 ? html.length : end + (isComment ? 3 : 1);
}

/** The texts and tags of a fragment, in one pass; comments, declarations and dropped elements are left out. */
function* parts(html: string): Generator<string | Tag> {
  let index = 0;
  while (index < html.length) {
    const open = html.indexOf('<', index);
    const textEnd = open === -1 ? html.length : open;
    if (textEnd > index) yield html.slice(index, textEnd);
    if (open === -1) return;
    if (/^<\/?[a-z]/i.test(html.slice(open, open + 3))) {
      const tag = readTag(html, open);
      index = tag.end;
      if (!DROPPED.has(tag.name)) yield tag;
      else if (!tag.isEnd) {
        const close = new RegExp(`</${tag.name}(?=[\\s/>])`, 'gi');
        close.lastIndex = index;
        const found = close.exec(html);
        index = found ? readTag(html, found.index).end : html.length;
      }
    } else if (/^<[!?/]/.test(html.slice(open, open + 2))) {
      index = commentEnd(html, open);
    } else {
      yield '<';
      index = open + 1;
    }
  }
}

/** Resolves entities; unknown ones stay. */
const withoutEntities = (text: string): string => decodeHTMLStrict(text).replaceAll(/[\u00A0\uFFFD]/g, ' ');

/** The text of an HTML fragment: tags removed, entities resolved. */
export function plainText(html: string): string {
  let texts = '';
  for (const part of parts(html)) if (typeof part === 'string') texts += part;
  return withoutEntities(texts).trim();
}

const MARKUP = /<\/?(?:[abiqsup]|em|strong|span|div|br|font|small|big|su[bp]|mark|code|cite|h[1-6])(?:\s[^<>]*)?\/?>/gi;

/** A title as text: one that was escaped twice is read twice, and text markup is removed. Other angle brackets stay. */
export const plainTitle = (title: string): string =>
  withoutEntities(title)
    .replaceAll(MARKUP, (tag) => (/^<\/?(?:br|p|div)\b/i.test(tag) ? ' ' : ''))
    .replaceAll(/\s+/g, ' ')
    .trim();

function safeTag({ name, isEnd, attributes }: Tag): string {
  if (!ALLOWED.has(name)) return '';
  if (name === 'br') return '<br />';
  if (isEnd || name !== 'a') return `<${isEnd ? '/' : ''}${name}>`;
  const href = attributes.get('href')?.trim() ?? '';
  if (!/^(https?:|mailto:)/i.test(href)) return '<a>';
  const target = attributes.get('target')?.toLowerCase() === '_blank' ? ' target="_blank"' : '';
  return `<a href="${href.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"${target}>`;
}

/**
 * Descriptions as stored after an edit: only simple tags, and `href` of web and mail links. Scripts and styles go with
 * their content. Remains of a deliberately broken tag are escaped.
 */
export function sanitiseHtml(html: string): string {
  let safe = '';
  for (const part of parts(html)) safe += typeof part === 'string' ? part.replaceAll('<', '&lt;') : safeTag(part);
  return safe;
}

/** The beginning of sanitised HTML, without a tag or an entity that the cut would leave open. */
export function shortened(html: string, most: number): string {
  return html.length <= most ? html : html.slice(0, most).replace(/(?:<[^>]*|&[^;]{0,8})$/, '');
}
