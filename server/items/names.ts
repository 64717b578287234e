/** Suffixes after a comma that are no names: `Jr.`, `III`, `PhD`, `M.D.`; compared without dots. */
const SUFFIXES = new Set(
  (
    'jr sr jun sen junior senior ii iii iv v esq ret usn usmc usaf phd md ma mba mfa msc ms mph med mdiv ' +
    'msw ba bsc bs edd psyd dphil dmin thd dds dvm dsc do jd lld llm rd rdn ldn rn np cpa lcsw lmft lpc ' +
    'obe cbe mbe kbe mp kc qc sj op osb ofm frs'
  ).split(' '),
);
/** Words that begin a last name of several words. */
const PARTICLES =
  /^(?:a[fl]?|el|ibn|bin|ben|da|dal|de|de[lnr]|della|des|di|do|dos|du|l[aeo]s?|mac|saint|st\.?|te[nr]|v[ao]n|von|'t|y|zu[rm]?|[dl]['’].*)$/i;

interface Piece {
  name: string;
  suffix: string;
}

/** `de Balzac` and `Doyle`: possible last names in `Last, First`. */
const isLastName = (text: string): boolean => {
  const words = text.split(/\s+/);
  return words.slice(0, -1).every((word) => PARTICLES.test(word));
};

/** The names between commas, each with the suffixes and degrees that follow it. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const before = pieces.at(-1);
    const isSuffix = part.split(/\s+/).every((word) => SUFFIXES.has(word.replaceAll('.', '').toLowerCase()));
    if (part && before && isSuffix) before.suffix += `, ${part}`;
    else if (part) pieces.push({ name: part, suffix: '' });
  }
  return pieces;
}

const whole = ({ name, suffix }: Piece): string => name + suffix;
/** Turns `Last, First` round; a suffix stays last. */
const turned = (last: Piece, first: Piece): string => `${first.name} ${last.name}${last.suffix}${first.suffix}`;

/** The name of one person: `Last, First` is turned round, suffixes and degrees stay. */
export function parseName(text: string): string {
  const pieces = piecesOf(text);
  const [last, first] = pieces;
  return last && first && pieces.length === 2 ? turned(last, first) : pieces.map(whole).join(', ');
}

/** The persons between commas: `A B, C D`, or each as `Last, First`. */
function personsOf(text: string): string[] {
  const pieces = piecesOf(text);
  const areTurned =
    pieces.length % 2 === 0 &&
    pieces.every(({ name }, i) => i % 2 === 1 || isLastName(name)) &&
    (pieces.length === 2 || pieces.some(({ name }, i) => i % 2 === 1 && /[\s.]/.test(name)));
  if (!areTurned) return pieces.map(whole);
  return pieces.flatMap((last, i) => {
    const first = pieces[i + 1];
    return i % 2 === 0 && first ? [turned(last, first)] : [];
  });
}

/** Splits a text of several people: `A & B`, `A; B`, `A, B`, and `Last, First` turned round. */
export function parseNames(text: string): string[] {
  return [...new Set(text.split(/\s*(?:;|&|\band\b)\s*/i).flatMap(personsOf))];
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
