import { describe, expect, test } from 'vitest';
import { attributeOf, markupOf, nodeOf, parseXml, textOf, writeXml } from '../../../server/http/xml.ts';

describe('XML', () => {
  test('is written escaped, without invalid characters, and read back unchanged', () => {
    const [text, attribute] = [`<b> & "c" 'd' ]]> é`, `"a" <b> & 'c' true`];
    const xml = writeXml({
      feed: { '@to': attribute, '@flag': 'true', name: `\u0000${text}\u0007`, entry: ['1', ''] },
    });
    const feed = nodeOf(parseXml(xml), 'feed');
    expect(['\u0000', '\u0007'].filter((character) => xml.includes(character))).toEqual([]);
    expect([textOf(nodeOf(feed, 'name')), attributeOf(feed, 'to'), attributeOf(feed, 'flag')]).toEqual([
      text,
      attribute,
      'true',
    ]);
    expect(xml.match(/<entry/g)).toHaveLength(2);
  });

  test('expands no entity that a document defines', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;">]><x>&b; &amp; &#65;</x>`;
    expect(textOf(nodeOf(parseXml(bomb), 'x'))).toBe('&b; & A');
  });

  test('is empty when it is too long, or not well-formed in strict mode', () => {
    expect(parseXml(`<x>${' '.repeat(17 * 1024 * 1024)}</x>`)).toEqual({});
    expect(parseXml('<x><y></x>', { isStrict: true })).toEqual({});
  });

  test('is empty with more than a million characters between two tags', () => {
    const text = (length: number) => 'z'.repeat(length);
    expect(parseXml(`<x><y>1</y>${text(1_000_001)}</x>`)).toEqual({});
    expect(parseXml(`<x>${text(600_000)}<y>1</y>${text(600_000)}</x>`)).toMatchObject({ x: { y: '1' } });
  });

  test('has names in any case', () => {
    const feed = nodeOf(parseXml('<FEED To="1"><Name>N</Name></FEED>'), 'Feed');
    expect([textOf(nodeOf(feed, 'name')), attributeOf(feed, 'TO')]).toEqual(['N', '1']);
  });

  test.each([
    ['Plain &amp; short', 'Plain & short'],
    ['&lt;b&gt;One&lt;/b&gt;', '<b>One</b>'],
    ['<![CDATA[<b>One</b> &amp;]]>', '<b>One</b> &amp;'],
    ['<![CDATA[One]]> <![CDATA[two]]>', 'One two'],
    ['<p>In <i>its</i> order</p> &eacute;', '<p>In <i>its</i> order</p> é'],
    ['C++ <T> is open', 'C++ <T> is open'],
  ])('has the markup of %j', (written, markup) => {
    const item = nodeOf(parseXml(`<item><title>${written}</title><a>1</a></item>`), 'item');
    expect([markupOf(nodeOf(item, 'title')), textOf(nodeOf(item, 'a'))]).toEqual([markup, '1']);
  });

  test('is still read where an element of markup does not end', () => {
    expect(textOf(nodeOf(nodeOf(parseXml('<x><title>T<a>1</a></x>'), 'x'), 'title'))).toBe('T');
    expect(markupOf(nodeOf(nodeOf(parseXml('<x><title>A &lt; B</title><title>T</x>'), 'x'), 'title'))).toBe('A < B');
  });

  test('keeps prefixes of names on request', () => {
    const xml = '<a xmlns:i="u"><i:b>1</i:b></a>';
    expect(textOf(nodeOf(nodeOf(parseXml(xml), 'a'), 'b'))).toBe('1');
    expect(textOf(nodeOf(nodeOf(parseXml(xml, { hasPrefixes: true }), 'a'), 'i:b'))).toBe('1');
  });
});
