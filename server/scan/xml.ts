import { XMLParser } from 'fast-xml-parser';

const parser = new XMLParser({
  ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true, parseTagValue: false, parseAttributeValue: false, trimValues: true,
  textNodeName: '#text',
});

export type XmlNode = { readonly [key: string]: unknown };

/** Parses XML to plain objects without namespaces; document types (and with them entity tricks) are cut out first. */
export function parseXml(text: string): XmlNode {
  const safe = text.replace(/<!DOCTYPE[^>[]*(\[[\s\S]*?\]\s*)?>/gi, '');
  const parsed: unknown = parser.parse(safe);
  return isNode(parsed) ? parsed : {};
}

const isNode = (value: unknown): value is XmlNode => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The nodes under a name: none, one or many. Texts become `{ '#text': ... }`. */
export function nodesOf(parent: XmlNode | undefined, name: string): XmlNode[] {
  const value = parent?.[name];
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((entry: unknown) => (isNode(entry) ? entry : { '#text': entry }));
}

/** The first child of this name. */
export const nodeOf = (parent: XmlNode | undefined, name: string): XmlNode | undefined => nodesOf(parent, name)[0];

/** Text of a node, '' when it has none. */
export function textOf(node: XmlNode | undefined): string {
  const text = node?.['#text'];
  return typeof text === 'string' || typeof text === 'number' ? String(text).trim() : '';
}

/** An attribute as text, '' when there is none. */
export function attributeOf(node: XmlNode | undefined, name: string): string {
  const value = node?.[`@${name}`];
  return typeof value === 'string' ? value : '';
}
