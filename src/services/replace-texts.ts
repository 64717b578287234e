export interface ReplaceCall {
  readonly find: string;
  /** `find` is a regular expression; `replacement` may hold `$1` or `$<name>`. */
  readonly isPattern: boolean;
  readonly matchesCase: boolean;
  readonly replacement: string;
  readonly texts: readonly string[];
}

/** `texts` in order, null without a match. `invalid`: the browser's message. `slow`: timed out. */
export type ReplaceAnswer =
  | { readonly kind: 'done'; readonly texts: readonly (string | null)[] }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'slow' };

/** May never end: run it in a worker with a timeout. */
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

/** With the `u` flag if the pattern is valid with it. */
function patternOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);
