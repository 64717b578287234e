import { decodeHTMLStrict } from 'entities';
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

/** Longest text that is parsed, in characters; feeds and package files of books are far below. */
export const LONGEST_XML = 16 * 1024 * 1024;
/**
 * Most characters between two tags. The parser reads them one by one at 32 times their memory: 15 million end the
 * parser thread and stall the others while memory is collected.
 */
const LONGEST_RUN = 1_000_000;

const NAMES = { ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#text' } as const;

/** Elements that may hold tags of HTML; `markupOf` reads them. */
const MARKUP =
  'title subtitle description summary content content:encoded itunes:title itunes:subtitle itunes:summary'.split(' ');
const lowerCase = (name: string): string => name.toLowerCase();

const parserOf = (removeNSPrefix: boolean, markup: readonly string[]) =>
  new XMLParser({
    ...NAMES,
    removeNSPrefix,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    htmlEntities: true,
    transformTagName: lowerCase,
    transformAttributeName: lowerCase,
    stopNodes: markup.map((name) => `*.${name}`),
  });
/** An element of markup that does not end fails the first parser; the second one reads what it can. */
const plainParsers = [parserOf(true, MARKUP), parserOf(true, [])];
const prefixedParsers = [parserOf(false, MARKUP), parserOf(false, [])];

export type XmlNode = { readonly [key: string]: unknown };

export interface XmlOptions {
  /** Names keep their prefix (`itunes:author`). */
  readonly hasPrefixes?: boolean;
  /** Text that is not well-formed gives nothing, instead of its readable parts. */
  readonly isStrict?: boolean;
}

/**
 * Parses XML to plain objects; names are read in any case. Document types are cut out first, with every entity that a
 * document defines: none is expanded. Gives `{}` for a text over 16 million characters, one with more than a million
 * between two tags, or one that cannot be parsed.
 */
export function parseXml(text: string, { hasPrefixes = false, isStrict = false }: XmlOptions = {}): XmlNode {
  if (text.length > LONGEST_XML) return {};
  const safe = withoutDoctypes(text);
  if (hasLongRun(safe)) return {};
  if (isStrict && XMLValidator.validate(safe) !== true) return {};
  for (const parser of hasPrefixes ? prefixedParsers : plainParsers) {
    try {
      const parsed: unknown = parser.parse(safe);
      if (isNode(parsed)) return parsed;
    } catch {
      // The next parser tries.
    }
  }
  return {};
}

function hasLongRun(text: string): boolean {
  for (let [from, to] = [0, 0]; from < text.length; from = to + 1) {
    to = text.indexOf('<', from);
    if (to < 0) to = text.length;
    if (to - from > LONGEST_RUN) return true;
  }
  return false;
}

/** Control characters that XML cannot hold. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]+/gu;
const writable = (_name: string, value: unknown): string => String(value ?? '').replaceAll(UNWRITABLE, ' ');

const builderOf = (format: boolean) =>
  new XMLBuilder({
    ...NAMES,
    format,
    indentBy: '    ',
    suppressEmptyNode: true,
    suppressBooleanAttributes: false,
    tagValueProcessor: writable,
    attributeValueProcessor: writable,
  });
const [builder, indentingBuilder] = [builderOf(false), builderOf(true)];

/** XML of an object: members with `@` are attributes, lists are elements of one name; texts are escaped. */
export function writeXml(root: XmlNode, { isIndented = false } = {}): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  return isIndented ? `${declaration}\n${indentingBuilder.build(root)}` : declaration + builder.build(root);
}

/** A text without its document types, in one pass; everything after an unterminated one is cut off. */
export function withoutDoctypes(text: string): string {
  let kept = '';
  let from = 0;
  const start = /<!DOCTYPE/gi;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    kept += text.slice(from, found.index);
    from = endOfDoctype(text, start.lastIndex);
    start.lastIndex = from;
  }
  return kept + text.slice(from);
}

function endOfDoctype(text: string, at: number): number {
  const close = text.indexOf('>', at);
  const open = text.slice(at, close < 0 ? undefined : close).indexOf('[');
  const inner = open < 0 ? at : text.indexOf(']', at + open);
  const end = inner < 0 ? -1 : text.indexOf('>', inner);
  return end < 0 ? text.length : end + 1;
}

const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The nodes under a name in any case: none, one or many. Texts become `{ '#text': ... }`. */
export function nodesOf(parent: XmlNode | undefined, name: string): XmlNode[] {
  const value = parent?.[lowerCase(name)];
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((entry: unknown) =>
    isNode(entry) ? entry : { '#text': entry },
  );
}

export const nodeOf = (parent: XmlNode | undefined, name: string): XmlNode | undefined => nodesOf(parent, name)[0];

/** Text of a node, '' when missing. */
export function textOf(node: XmlNode | undefined): string {
  const text = node?.['#text'];
  return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : '';
}

/** Text of an element as HTML, in any of the forms that feeds use: tags in it, escaped ones, and CDATA. */
export function markupOf(node: XmlNode | undefined): string {
  const parts = textOf(node).split(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/);
  return parts
    .map((part, i) => (i % 2 === 1 ? part : decodeHTMLStrict(part)))
    .join('')
    .trim();
}

/** An attribute as text, '' when missing. */
export function attributeOf(node: XmlNode | undefined, name: string): string {
  const value = node?.[`@${lowerCase(name)}`];
  return typeof value === 'string' ? value : '';
}
