/** Splits a text of several people: `A & B`, `A; B`, `A, B`, and `Last, First` turned round. */
export function parseNames(text: string): string[] {
  const parts = text.split(/\s*(?:;|&|\band\b)\s*/i).flatMap((part) => {
    const pieces = part
      .split(',')
      .map((piece) => piece.trim())
      .filter(Boolean);
    const [last, first] = pieces;
    if (pieces.length === 2 && last && first && !last.includes(' ')) return [`${first} ${last}`];
    return pieces;
  });
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

/** `Arthur Conan Doyle` to `Doyle, Arthur Conan`; one word, or no spaces as in Japanese, stays as it is. */
export function lastFirst(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop();
  return last && words.length ? `${last}, ${words.join(' ')}` : name.trim();
}

/** `The Hobbit` to `Hobbit, The` for the given prefixes (server setting `sortingPrefixes`). */
export function moveTitlePrefix(title: string, prefixes: readonly string[]): string {
  for (const prefix of prefixes) {
    if (title.toLowerCase().startsWith(`${prefix.toLowerCase()} `)) {
      const rest = title.slice(prefix.length + 1).trim();
      if (rest) return `${rest}, ${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}`;
    }
  }
  return title;
}

/** Genres of one tag text: `A/B`, `A;B`. */
export function parseGenres(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/\s*(?:\/\/|\/|;)\s*/)
        .map((genre) => genre.trim())
        .filter(Boolean),
    ),
  ];
}

/** `Series #2` to its parts; without a number the sequence is null. */
export function parseSeriesName(text: string): { name: string; sequence: string | null } {
  const match = /^(.*?)\s+#(\S+)$/.exec(text.trim());
  return match?.[1] && match[2] ? { name: match[1], sequence: match[2] } : { name: text.trim(), sequence: null };
}
