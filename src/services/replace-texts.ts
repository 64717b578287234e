/** What is looked for in which texts, and what comes in its place. */
export interface ReplaceCall {
  readonly find: string;
  /** `find` is a regular expression, and `$1` or `$<name>` in `replacement` stand for its groups. */
  readonly isPattern: boolean;
  readonly matchesCase: boolean;
  readonly replacement: string;
  readonly texts: readonly string[];
}

/**
 * `done`: the texts in their order, null where nothing was found. `invalid`: no regular expression, with the words of
 * the browser for it. `slow`: it takes longer than anybody waits, as a pattern does whose repeats hold repeats.
 */
export type ReplaceAnswer =
  | { readonly kind: 'done'; readonly texts: readonly (string | null)[] }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'slow' };

/** May take for ever: for a worker that is ended after a while. */
export function replaceTexts({ find, isPattern, matchesCase, replacement, texts }: ReplaceCall): ReplaceAnswer {
  if (find === '') return { kind: 'done', texts: texts.map(() => null) };
  let pattern: RegExp;
  try {
    pattern = patternOf(isPattern ? find : escaped(find), `g${matchesCase ? '' : 'i'}`);
  } catch (cause) {
    return { kind: 'invalid', reason: cause instanceof Error ? cause.message : String(cause) };
  }
  const inPlace = isPattern ? replacement : replacement.replaceAll('$', '$$$$');
  return {
    kind: 'done',
    texts: texts.map((text) => (text.search(pattern) === -1 ? null : text.replace(pattern, inPlace))),
  };
}

/** With the rules of Unicode, where the pattern keeps them. */
function patternOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);
