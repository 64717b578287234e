/** How titles are written, so that they sort and read alike. */
export interface TitleRules {
  /** `The Hobbit` becomes `Hobbit, The`, or the other way round. */
  readonly article: 'keep' | 'toEnd' | 'toFront';
  /** Words that count as articles, with spaces between them. */
  readonly articles: string;
  /** One space between words, none at the ends, no underscores for spaces. */
  readonly tidies: boolean;
  /** Notes in brackets go: `(Unabridged)`. */
  readonly dropsBrackets: boolean;
  readonly case: 'keep' | 'title' | 'sentence';
}

const SMALL = new Set('a an and as at but by for from in nor of on or the to with'.split(' '));

/** The title after the rules. One of which nothing would be left stays as it is. */
export function titleWith(title: string, rules: TitleRules): string {
  let text = title;
  if (rules.dropsBrackets) text = withoutBrackets(text);
  if (rules.tidies) text = text.replaceAll('_', ' ').split(/\s+/).join(' ').trim();
  text = withCase(text, rules.case);
  text = withArticle(text, rules);
  return text.trim() === '' ? title : text;
}

/** Without what stands in brackets, innermost first, in one pass. */
function withoutBrackets(text: string): string {
  const kept: string[] = [''];
  for (const sign of text) {
    if (sign === '(' || sign === '[') kept.push(sign);
    else if ((sign === ')' || sign === ']') && kept.length > 1) kept.pop();
    else kept.push(`${kept.pop() ?? ''}${sign}`);
  }
  return kept.join('').trimEnd();
}

function withCase(text: string, wanted: TitleRules['case']): string {
  if (wanted === 'keep') return text;
  let isFirst = true;
  return text
    .split(' ')
    .map((word) => {
      const lower = word.toLocaleLowerCase();
      const isSmall = !isFirst && (wanted === 'sentence' || SMALL.has(lower));
      // After a colon a new sentence begins.
      if (word !== '') isFirst = word.endsWith(':');
      return isSmall ? lower : `${lower.charAt(0).toLocaleUpperCase()}${lower.slice(1)}`;
    })
    .join(' ');
}

function withArticle(text: string, { article, articles }: TitleRules): string {
  const known = new Set(articles.toLocaleLowerCase().split(/\s+/).filter(Boolean));
  if (article === 'toEnd') {
    const at = text.indexOf(' ');
    const first = text.slice(0, at);
    return at > 0 && known.has(first.toLocaleLowerCase()) ? `${text.slice(at + 1).trim()}, ${first}` : text;
  }
  if (article === 'toFront') {
    const at = text.lastIndexOf(', ');
    const last = text.slice(at + 2);
    return at > 0 && known.has(last.toLocaleLowerCase()) ? `${last} ${text.slice(0, at)}` : text;
  }
  return text;
}
