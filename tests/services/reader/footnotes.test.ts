// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { mayLeadToFootnote, footnoteAt } from '../../../src/services/reader/footnotes.ts';

function read(text: string, note: string, id = 'n') {
  document.body.innerHTML = `<p>Some <i>text</i> ${text} and more.</p><div>${note}<p>${'After. '.repeat(600)}</p></div>`;
  const link = document.querySelector('a');
  const found = document.getElementById(id);
  if (!link || !found) throw new Error('The page has no link or no note');
  return mayLeadToFootnote(link) ? (footnoteAt(found, link)?.replaceAll(/\s+/g, ' ').trim() ?? null) : null;
}

test.each([
  ['the link says so', '<a href="#n" epub:type="noteref">1</a>', '<p id="n">A note.</p>', 'A note.'],
  ['the link says so by its role', '<a href="#n" role="doc-noteref">see</a>', '<p id="n">A note.</p>', 'A note.'],
  [
    'the note says so',
    '<a href="#n">see</a>',
    '<aside id="n" epub:type="footnote"><p>A</p><p>note.</p></aside>',
    '<p>A</p><p>note.</p>',
  ],
  [
    'the note says so around the target',
    '<a href="#n">see</a>',
    '<ol role="doc-endnotes"><li role="doc-endnote"><p id="n">A note.</p></li></ol>',
    '<p id="n">A note.</p>',
  ],
  [
    'it leads back to the link',
    '<a href="#n" id="r">1</a>',
    '<p id="n">A note. <a href="a.xhtml#r">↩</a></p>',
    'A note.',
  ],
  [
    'its number leads back to the link',
    '<sup id="r"><a href="#n">1</a></sup>',
    '<p><a id="n" href="#r">1</a> A note.</p>',
    '<a id="n">1</a> A note.',
  ],
  ['it begins with the raised number', '<sup><a href="#n">12</a></sup>', '<p id="n">[12] A note.</p>', '[12] A note.'],
  [
    'its text follows its number',
    '<a href="#n" role="doc-noteref">1</a>',
    '<p><a id="n">1</a></p><p>A note.</p>',
    'A note.',
  ],
  [
    'it is the definition of its number',
    '<a href="#n" role="doc-noteref">1</a>',
    '<dl><dt id="n">1</dt><dd>A note.</dd></dl>',
    'A note.',
  ],
  [
    'a link in it is broken',
    '<a href="#n" role="doc-noteref">1</a>',
    '<p id="n">A <a href="#%zz">note</a>.</p>',
    'A <a>note</a>.',
  ],
  [
    'its links to other places are text',
    '<a href="#n" role="doc-noteref">1</a>',
    '<p id="n">See <a href="https://example.org/">there</a>.<script>1</script></p>',
    'See <a>there</a>.',
  ],
])('a note is shown at its link when %s', (_, text, note, html) => {
  expect(read(text, note)).toBe(html);
});

test.each([
  ['a link to a chapter', '<a href="#n">2</a>', '<h2 id="n">2</h2>'],
  ['a link to a heading that leads back', '<a href="#n" id="r">2</a>', '<h2 id="n"><a href="#r">Two</a></h2>'],
  ['a link to a paragraph', '<a href="#n">2</a>', '<p id="n">2 In the beginning.</p>'],
  [
    'a long link',
    '<a href="#n" id="r">a place where all of this is told</a>',
    '<p id="n">A note. <a href="#r">↩</a></p>',
  ],
  ['the way back', '<a href="#n" role="doc-backlink">1</a>', '<p id="n">A note. <a href="#r">↩</a></p>'],
  [
    'a link in a note',
    '<span role="doc-footnote"><a href="#n" role="doc-noteref">1</a></span>',
    '<p id="n">A note.</p>',
  ],
  ['a long text', '<a href="#n" role="doc-noteref">1</a>', `<p id="n">${'A note. '.repeat(500)}</p>`],
  ['a picture', '<a href="#n" role="doc-noteref">1</a>', '<aside id="n"><img alt="A"></aside>'],
])('%s is followed', (_, text, note) => {
  expect(read(text, note)).toBeNull();
});
