import type { Aloud, Sentence } from './engine.ts';
import { blocksOf, type TextPiece } from './find-text.ts';
import { SPOKEN } from './mark-style.ts';

/** How many sentences are given at once. */
const MOST_SENTENCES = 100;
/** Letters: voices fall silent in longer ones. */
const LONGEST = 300;
/** Not read: numbers of notes and pages, what ruby says twice, and what the book hides. */
const SILENT = 'rt, rp, sup a[href], [role="doc-noteref"], [role="doc-pagebreak"], [aria-hidden="true"]';
const SILENT_TYPE = /\b(?:noteref|pagebreak)\b/;
const WORDS = /[\p{L}\p{N}]/u;
/** 'Mr. ', 'St. ' and 'J. ' end no sentence: one letter, or no vowel. */
const SHORT = /(?:^|\s)\p{Lu}[bcdfghj-np-tv-xz]{0,3}\.\s*$/u;

/** A sentence in its chapter. */
interface Line extends Sentence {
  /** Of letters of its text. */
  range(start: number, end: number): Range;
}

interface Options {
  /** The chapter in view. */
  readonly shown: () => { readonly index: number; readonly document: Document } | null;
  readonly firstInView: () => Range | null;
  readonly targetOf: (range: Range) => string;
  readonly isInView: (target: string) => boolean;
  readonly go: (target: string) => Promise<void>;
  /** The beginning of the chapter after this one; null: it is the last. */
  readonly next: (index: number) => string | null;
  /** Of the book, where its text names none. */
  readonly language: string;
}

/** Reads the text in view aloud: its sentences, and where the voice is. */
export function createAloud({ shown, firstInView, targetOf, isInView, go, next, language }: Options): Aloud {
  let read: { readonly index: number; readonly document: Document; readonly lines: readonly Line[] } | null = null;
  /** Numbers of the first sentence that was given last, and of the one after the last of them. */
  let [first, end] = [0, 0];
  let spoken: Range | null = null;

  function lines(): readonly Line[] {
    const chapter = shown();
    if (!chapter) return [];
    if (read?.document !== chapter.document) read = { ...chapter, lines: linesOf(chapter.document, language) };
    return read.lines;
  }

  function give(from: number): readonly Sentence[] {
    const given = lines().slice(from, from + MOST_SENTENCES);
    [first, end] = [from, from + given.length];
    return given.map(({ text, language: own }) => ({ text, language: own }));
  }

  async function goOn(): Promise<readonly Sentence[]> {
    for (;;) {
      const given = give(end);
      const target = given.length > 0 ? null : next(shown()?.index ?? Infinity);
      if (target === null) return given;
      await go(target);
      end = 0;
    }
  }

  function paint() {
    const doc = spoken?.startContainer.ownerDocument;
    const view = doc?.defaultView as (Window & typeof globalThis) | null | undefined;
    if (!spoken || !view?.CSS?.highlights) return;
    view.CSS.highlights.set(SPOKEN, new view.Highlight(spoken));
  }

  function unmark() {
    spoken?.startContainer.ownerDocument?.defaultView?.CSS?.highlights?.delete(SPOKEN);
    spoken = null;
  }

  return {
    read(from) {
      if (from === 'next') return goOn();
      const start = firstInView();
      const at = start ? lines().findIndex((line) => isFrom(line, start)) : 0;
      const fresh = lines()[at];
      // Of a page without a beginning of a sentence, the one that goes on there is read.
      const isHere = fresh !== undefined && isInView(targetOf(startOf(fresh.range(0, 1))));
      end = Math.max(at < 0 ? lines().length - 1 : isHere ? at : at - 1, 0);
      return goOn();
    },
    async follow(place) {
      unmark();
      const line = place && read && shown()?.index === read.index ? lines()[first + place.sentence] : undefined;
      if (!place || !line) return;
      const range = line.range(place.start, place.end);
      spoken = range;
      paint();
      const target = targetOf(startOf(range));
      if (isInView(target)) return;
      await go(target);
      spoken = lines()[first + place.sentence]?.range(place.start, place.end) ?? null;
      paint();
    },
    isInView: () =>
      spoken !== null &&
      shown()?.document === spoken.startContainer.ownerDocument &&
      isInView(targetOf(startOf(spoken))),
  };
}

function startOf(range: Range): Range {
  const start = range.cloneRange();
  start.collapse(true);
  return start;
}

const isFrom = (line: Line, start: Range) => line.range(0, 1).compareBoundaryPoints(Range.START_TO_START, start) >= 0;

/** The sentences of a chapter, in order. */
export function linesOf(doc: Document, language: string): readonly Line[] {
  return blocksOf(doc).flatMap((block) => {
    const pieces = block.filter(({ node }) => isSpoken(node.parentElement));
    const text = pieces.map((piece) => piece.text).join('');
    const own = languageOf(pieces[0]?.node.parentElement) ?? language;
    return sentencesIn(text, own).map(([start, end]) => ({
      text: text.slice(start, end).replaceAll(/\s/g, ' '),
      language: own,
      range: (from: number, to: number) => rangeIn(doc, pieces, start + from, start + Math.max(to, from + 1)),
    }));
  });
}

const isSpoken = (element: Element | null) =>
  element !== null &&
  !element.closest(SILENT) &&
  !SILENT_TYPE.test(inherited(element, ['epub:type']) ?? '') &&
  (element.checkVisibility?.() ?? true);

const languageOf = (element: Element | null | undefined) => inherited(element, ['lang', 'xml:lang']);

/** Of the element, or of the closest one around it that has such an attribute. */
function inherited(element: Element | null | undefined, names: readonly string[]): string | null {
  for (let at = element; at; at = at.parentElement)
    for (const name of names) if (at.getAttribute(name)) return at.getAttribute(name);
  return null;
}

/** Where sentences begin and end, without the spaces around them. */
export function sentencesIn(text: string, language: string): readonly (readonly [start: number, end: number])[] {
  const found: [number, number][] = [];
  let [start, at] = [0, 0];
  // A line break of the file would end a sentence.
  for (const { segment } of segmenterOf(language).segment(text.replaceAll(/\s/g, ' '))) {
    at += segment.length;
    if (SHORT.test(text.slice(start, at)) && at < text.length) continue;
    for (const [from, to] of partsOf(text, start, at)) if (WORDS.test(text.slice(from, to))) found.push([from, to]);
    start = at;
  }
  return found;
}

/** A long sentence in parts, after its commas, else after words. */
function* partsOf(text: string, start: number, end: number): Generator<readonly [number, number]> {
  let from = start;
  while (from < end) {
    let to = end;
    if (end - from > LONGEST) {
      const part = text.slice(from, from + LONGEST);
      const comma = part.search(/[,;:،、，；](?=[^,;:،、，；]*$)/);
      const space = part.search(/\s(?=\S*$)/);
      to = from + (comma > LONGEST / 3 ? comma : space > 0 ? space : LONGEST - 1) + 1;
    }
    const own = text.slice(from, to);
    yield [from + own.length - own.trimStart().length, from + own.trimEnd().length];
    from = to;
  }
}

function segmenterOf(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || undefined, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter(undefined, { granularity: 'sentence' });
  }
}

function rangeIn(doc: Document, pieces: readonly TextPiece[], start: number, end: number): Range {
  const range = doc.createRange();
  let at = 0;
  for (const { node, text } of pieces) {
    if (at <= start && start < at + text.length) range.setStart(node, start - at);
    if (at < end) range.setEnd(node, Math.min(end - at, text.length));
    at += text.length;
  }
  return range;
}
