// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { createAloud, linesOf, sentencesIn } from '../../../src/services/reader/aloud.ts';
import type { NarratedPart } from '../../../src/services/reader/epub-overlays.ts';

const said = (html: string, language = 'en') => {
  document.body.innerHTML = html;
  return linesOf(document, language).map(({ text }) => text);
};

describe('the sentences of a text', () => {
  test.each([
    ['One. Two? Three!', ['One.', 'Two?', 'Three!']],
    ['“Stop,” said Mr. Toad. “Why?”', ['“Stop,” said Mr. Toad.', '“Why?”']],
    ['J. R. Hartley wrote it.', ['J. R. Hartley wrote it.']],
    ['* * *', []],
    ['  spaces  \n around. ', ['spaces  \n around.']],
  ])('of %j', (text, sentences) => {
    expect(sentencesIn(text, 'en').map(([start, end]) => text.slice(start, end))).toEqual(sentences);
  });

  test('one that is too long for voices is cut after its commas, else after words, and loses nothing', () => {
    const long = `${'many words and '.repeat(8)}a comma, ${'then many more words '.repeat(15)}. The end.`;
    const parts = sentencesIn(long, 'en').map(([start, end]) => long.slice(start, end));
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(parts[0]).toMatch(/a comma,$/);
    expect(parts.join(' ').replaceAll(/\s+/g, ' ')).toBe(long.replaceAll(/\s+/g, ' ').trim());
    expect(sentencesIn('字'.repeat(700), 'zh').map(([start, end]) => end - start)).toEqual([200, 200, 200, 100]);
  });

  test('a language that does not exist is no fault', () => {
    expect(sentencesIn('One. Two.', 'not a language')).toHaveLength(2);
  });
});

describe('the lines of a chapter', () => {
  test.each([
    [
      '<h1>Chapter 1</h1><p>Call me <i>Ish</i>mael. Some\nyears ago.</p>',
      ['Chapter 1', 'Call me Ishmael.', 'Some years ago.'],
    ],
    ['<p>A verse<br>and its rhyme</p>tail', ['A verse', 'and its rhyme', 'tail']],
    ['<p>A note<sup><a href="#n">1</a></sup> is silent.</p>', ['A note is silent.']],
    ['<p><ruby>漢<rt>kan</rt></ruby> <span aria-hidden="true">x</span>ok</p>', ['漢 ok']],
    ['<p>Page<span epub:type="pagebreak">12</span> ends</p>', ['Page ends']],
    ['<style>p { color: red }</style><p>Seen</p>', ['Seen']],
    ['', []],
  ])('of %s', (html, lines) => {
    expect(said(html)).toEqual(lines);
  });

  test('each has the language of its text, else that of the book', () => {
    document.body.innerHTML = '<p>Hello.</p><div lang="de"><p>Guten Tag.</p></div><p xml:lang="fr">Bonjour.</p>';
    expect(linesOf(document, 'en-GB').map(({ language }) => language)).toEqual(['en-GB', 'de', 'fr']);
  });

  test('letters of a sentence are those letters of the chapter', () => {
    document.body.innerHTML = '<p>One. Call <b>me Ish</b>mael <sup><a href="#n">1</a></sup>now.</p>';
    const [, line] = linesOf(document, 'en');
    expect(line?.text).toBe('Call me Ishmael now.');
    expect([line?.range(8, 15), line?.range(16, 19), line?.range(0, 0)].map(String)).toEqual(['Ishmael', 'now', 'C']);
  });
});

/** Two chapters of one paragraph, of which one sentence is in view. */
function open(
  chapters: readonly string[],
  inView = 0,
  narration: ((index: number) => Promise<readonly NarratedPart[]>) | null = null,
) {
  const docs = chapters.map((html) => new DOMParser().parseFromString(html, 'text/html'));
  let [index, shown] = [0, inView];
  const gone: string[] = [];
  const at = (target: string) => {
    const [chapter, offset] = target.split('/').map(Number);
    const before = (docs[chapter ?? 0]?.body.textContent ?? '').slice(0, offset);
    return { chapter: chapter ?? 0, sentence: before.split('. ').length - 1 };
  };
  const offsetOf = (doc: Document, { startContainer, startOffset }: Range) => {
    const before = doc.createRange();
    before.setStart(doc.body, 0);
    before.setEnd(startContainer, startOffset);
    return String(before).length;
  };
  const aloud = createAloud({
    shown: () => {
      const document = docs[index];
      return document ? [{ index, document }] : [];
    },
    firstInView() {
      const doc = docs[index];
      const line = doc && linesOf(doc, 'en')[shown];
      return line?.range(narration ? 0 : 2, 3) ?? null;
    },
    targetOf: (range) => `${index}/${offsetOf(docs[index] ?? document, range)}`,
    isInView: (target) => at(target).chapter === index && [shown, shown + 1].includes(at(target).sentence),
    async go(target) {
      gone.push(target);
      ({ chapter: index, sentence: shown } = at(target));
    },
    next: (chapter) => (chapter + 1 < docs.length ? { index: chapter + 1, target: `${chapter + 1}/0` } : null),
    language: 'en',
    narration,
  });
  return {
    aloud,
    gone,
    async texts(from: 'view' | 'next') {
      const sentences = await aloud.read(from);
      return sentences.map(({ text }) => text);
    },
    turnTo: (sentence: number) => (shown = sentence),
  };
}

const TWO = ['<p>One. Two. Three. Four.</p>', '<p>* * *</p>', '<p>Five. Six.</p>'];

describe('reading aloud', () => {
  test('begins with the first sentence that begins in view, and goes on with the next chapter that has words', async () => {
    const { texts, gone } = open(TWO, 1);
    expect(await texts('view')).toEqual(['Three.', 'Four.']);
    expect(await texts('next')).toEqual(['Five.', 'Six.']);
    expect(gone).toEqual(['1/0', '2/0']);
    expect(await texts('next')).toEqual([]);
  });

  test('of a page within one sentence, that one is read', async () => {
    const { texts } = open(['<p>One. Two.</p>'], 1);
    expect(await texts('view')).toEqual(['Two.']);
  });

  test('turns to words out of view, once, and knows whether they are in view', async () => {
    const { aloud, texts, gone, turnTo } = open(TWO);
    await texts('view');
    await aloud.follow({ sentence: 0, start: 0, end: 4 });
    expect([gone, aloud.isInView()]).toEqual([[], true]);
    await aloud.follow({ sentence: 2, start: 0, end: 4 });
    await aloud.follow({ sentence: 2, start: 0, end: 4 });
    expect([gone, aloud.isInView()]).toEqual([['0/17'], true]);
    turnTo(0);
    expect(aloud.isInView()).toBe(false);
    await aloud.follow(null);
    expect(aloud.isInView()).toBe(false);
  });

  test('a long chapter comes in parts', async () => {
    const { texts, aloud, gone } = open([`<p>${Array.from({ length: 130 }, (_, n) => `Word ${n}.`).join(' ')}</p>`]);
    expect(await texts('view')).toHaveLength(100);
    const [first, ...others] = await texts('next');
    expect([first, others.length]).toEqual(['Word 101.', 28]);
    await aloud.follow({ sentence: 28, start: 0, end: 4 });
    expect(gone).toHaveLength(1);
    expect(await texts('next')).toEqual([]);
  });

  test('a book with narration gives its clips; what it lacks, and chapters without one, are for a voice', async () => {
    const clip = { url: 'blob:a', begin: 1, end: 2.5 };
    const parts: readonly NarratedPart[] = [
      { id: 'a', clip },
      { id: 'gone', clip },
      { id: 'b', clip: null },
    ];
    const { aloud } = open(['<p><i id="a">One</i> two <b id="b">three</b>.</p>', '<p>Four.</p>'], 0, async (index) =>
      index === 0 ? parts : [],
    );
    expect(aloud.isNarrated).toBe(true);
    expect(await aloud.read('view')).toEqual([
      { text: 'One', language: 'en', clip },
      { text: 'three', language: 'en' },
    ]);
    expect(await aloud.read('next')).toEqual([{ text: 'Four.', language: 'en' }]);
    expect(await aloud.read('next')).toEqual([]);
  });
});
