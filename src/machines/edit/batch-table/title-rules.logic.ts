export interface TitleRules {
  /** `The Hobbit` becomes `Hobbit, The`, or the reverse. */
  readonly article: 'keep' | 'toEnd' | 'toFront';
  /** Articles, separated by spaces. */
  readonly articles: string;
  /** Single spaces, none at the ends; underscores become spaces. */
  readonly tidies: boolean;
  /** Removes text in brackets: `(Unabridged)`. */
  readonly dropsBrackets: boolean;
  readonly case: 'keep' | 'title' | 'sentence';
}

const SMALL = new Set('a an and as at but by for from in nor of on or the to with'.split(' '));

/** Keeps a title that the rules would empty. */
export function titleWith(title: string, rules: TitleRules): string {
  let text = title;
  if (rules.dropsBrackets) text = withoutBrackets(text);
  if (rules.tidies) text = text.replaceAll('_', ' ').split(/\s+/).join(' ').trim();
  text = withCase(text, rules.case);
  text = withArticle(text, rules);
  return text.trim() === '' ? title : text;
}

/** Removes text in brackets, innermost first, in one pass. */
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
