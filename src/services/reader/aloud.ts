import type { Aloud, Sentence } from './engine.ts';
import type { NarratedPart } from './epub-overlays.ts';
import { blocksOf, type TextPiece } from './find-text.ts';
import { SPOKEN } from './mark-style.ts';

/** How many sentences are given at once. */
const MOST_SENTENCES = 100;
/** Letters: some voices fall silent after 15 s. */
const LONGEST = 200;
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

interface Shown {
  readonly index: number;
  readonly document: Document;
}

interface Options {
  /** The chapters in view, in order. */
  readonly shown: () => readonly Shown[];
  readonly firstInView: () => Range | null;
  /** `index` of the chapter of the range. */
  readonly targetOf: (range: Range, index: number) => string;
  readonly isInView: (target: string) => boolean;
  readonly go: (target: string) => Promise<void>;
  /** The chapter after this one, and its beginning; null: it is the last. */
  readonly next: (index: number) => { readonly index: number; readonly target: string } | null;
  /** Of the book, where its text names none. */
  readonly language: string;
  /** Narration of a chapter; null: the book has none. */
  readonly narration?: ((index: number) => Promise<readonly NarratedPart[]>) | null;
}

interface Read extends Shown {
  readonly lines: readonly Line[];
}

/** Reads the text in view aloud: its sentences, and where the voice is. */
export function createAloud(options: Options): Aloud {
  const { shown, firstInView, targetOf, isInView, go, next, language, narration = null } = options;
  let read: Read | null = null;
  /** Numbers of the first sentence that was given last, and of the one after the last of them. */
  let [first, end] = [0, 0];
  let spoken: { readonly range: Range; readonly target: string } | null = null;

  async function readChapter(index: number | undefined): Promise<Read | null> {
    const chapter = shown().find((one) => one.index === index);
    if (!chapter) return null;
    if (read?.document === chapter.document) return read;
    const parts = (await narration?.(chapter.index)) ?? [];
    const lines = parts.length > 0 ? narratedLines(chapter.document, parts, language) : [];
    return (read = { ...chapter, lines: lines.length > 0 ? lines : linesOf(chapter.document, language) });
  }

  function give({ lines }: Read): readonly Sentence[] {
    const given = lines.slice(end, end + MOST_SENTENCES);
    [first, end] = [end, end + given.length];
    return given.map(({ text, language: own, clip }) => ({ text, language: own, ...(clip && { clip }) }));
  }

  async function goOn(from: Read | null): Promise<readonly Sentence[]> {
    for (let chapter = from; chapter;) {
      const given = give(chapter);
      const following = given.length > 0 ? null : next(chapter.index);
      if (following === null) return given;
      if (!shown().some(({ index }) => index === following.index)) await go(following.target);
      chapter = await readChapter(following.index);
      end = 0;
    }
    return [];
  }

  function mark(next: typeof spoken) {
    if (spoken) highlightsOf(spoken.range)?.delete(SPOKEN);
    spoken = next;
    const view = next?.range.startContainer.ownerDocument?.defaultView as
      (Window & typeof globalThis) | null | undefined;
    if (next && view?.CSS?.highlights) view.CSS.highlights.set(SPOKEN, new view.Highlight(next.range));
  }

  return {
    isNarrated: narration !== null,
    async read(from) {
      const known = from === 'next' ? await readChapter(read?.index) : null;
      if (known) return goOn(known);
      const chapter = await readChapter(shown()[0]?.index);
      if (!chapter) return [];
      const { lines, index } = chapter;
      const start = firstInView();
      const at = start ? lines.findIndex((line) => isFrom(line, start)) : 0;
      const fresh = lines[at];
      // Of a page without a beginning of a sentence, the one that goes on there is read.
      const isHere = fresh !== undefined && (start === null || isInView(targetOf(startOf(fresh.range(0, 1)), index)));
      end = Math.max(at < 0 ? lines.length - 1 : isHere ? at : at - 1, 0);
      return goOn(chapter);
    },
    async follow(place) {
      mark(null);
      const find = async () => {
        const chapter = await readChapter(read?.index);
        const line = place && chapter?.lines[first + place.sentence];
        if (!place || !chapter || !line) return null;
        const range = line.range(place.start, place.end);
        return { range, target: targetOf(startOf(range), chapter.index) };
      };
      const found = await find();
      mark(found);
      if (!found || isInView(found.target)) return;
      await go(found.target);
      mark(await find());
    },
    isInView: () => spoken !== null && isInView(spoken.target),
  };
}

const highlightsOf = ({ startContainer }: Range) => startContainer.ownerDocument?.defaultView?.CSS?.highlights;

/** What is narrated, word by word or in whole sentences; parts without words are silent. */
function narratedLines(doc: Document, parts: readonly NarratedPart[], language: string): readonly Line[] {
  return parts.flatMap(({ id, clip }) => {
    const element = id === '' ? doc.body : doc.getElementById(id);
    if (!element) return [];
    const range = wordsOf(element);
    const text = range.toString().replaceAll(/\s/g, ' ');
    if (!clip && !WORDS.test(text)) return [];
    return [
      { text, language: languageOf(element) ?? language, ...(clip && { clip }), range: () => range.cloneRange() },
    ];
  });
}

/** From its first letter on, where places of the text begin. */
function wordsOf(element: Element): Range {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const at = text.nodeValue?.search(/\S/) ?? -1;
    if (at < 0) continue;
    range.setStart(text, at);
    break;
  }
  return range;
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
