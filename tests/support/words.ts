/** A word of the glossary's column 'Not', and its position. */
export interface WordFinding {
  readonly line: number;
  readonly word: string;
}

/** The words of the column 'Not' of all tables of a glossary in Markdown, in lower case. */
export function unwantedWords(glossary: string): readonly string[] {
  return glossary
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Say '))
    .flatMap((line) => (line.split('|')[3] ?? '').split(','))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
}

/** Names split into words: `askAnew`, `ASK_ANEW` and `ask-anew` all read 'ask anew'. */
const inWords = (line: string) =>
  line
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();

const patterns = new WeakMap<readonly string[], RegExp>();

/** Whether one of the words is in a split line: hardly any line has one. */
function anyOf(unwanted: readonly string[]): RegExp {
  const escaped = unwanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = patterns.get(unwanted) ?? new RegExp(escaped.map((word) => ` ${word} `).join('|') || '(?!)');
  patterns.set(unwanted, pattern);
  return pattern;
}

/** Positions of unwanted words in a text, as whole words of its names and sentences. Lines count from 1. */
export function findWords(text: string, unwanted: readonly string[]): readonly WordFinding[] {
  const any = anyOf(unwanted);
  return text.split('\n').flatMap((line, index) => {
    const words = ` ${inWords(line)} `;
    if (!any.test(words)) return [];
    return unwanted.flatMap((word) =>
      Array.from({ length: words.split(` ${word} `).length - 1 }, () => ({ line: index + 1, word })),
    );
  });
}

/** What comments may cite: by number of the row or document, and documents by their file name. */
export interface Citable {
  readonly pitfall: readonly number[];
  readonly 'server fact': readonly number[];
  readonly decision: readonly number[];
  readonly documents: readonly string[];
}

/** Citations of missing rows and documents, with their lines. Ids of requirements are not checked. */
export function brokenCitations(text: string, known: Citable): { line: number; word: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const rows = (['pitfall', 'server fact', 'decision'] as const).flatMap((kind) =>
      [...line.matchAll(new RegExp(`\\b${kind}s? (\\d+(?:(?:,| and) \\d+)*)`, 'gi'))].flatMap(([, numbers = '']) =>
        (numbers.match(/\d+/g) ?? [])
          .map(Number)
          .filter((number) => !known[kind].includes(number))
          .map((number) => `${kind} ${number}`),
      ),
    );
    const documents = (line.match(/[\w-]+\.md\b/g) ?? []).filter((name) => !known.documents.includes(name));
    return [...rows, ...documents].map((word) => ({ line: index + 1, word }));
  });
}
