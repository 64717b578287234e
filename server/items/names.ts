/** Suffixes after a comma that are no names: `Jr.`, `III`, `PhD`, `M.D.`, `Inc.`; compared without dots. */
const SUFFIXES = new Set(
  (
    'jr jnr sr snr jun sen junior senior père pere fils ii iii iv vi vii esq ret usn usmc usaf phd md ma mba mfa msc ' +
    'ms mph med mdiv msw ba bsc bs edd psyd pharmd dphil dmin thd dds dvm dsc do jd lld llm rd rdn ldn rn np cpa lcsw ' +
    'lmft lpc obe cbe mbe dbe kbe om mp kc qc sj op osb ofm frs inc llc ltd gmbh corp plc'
  ).split(' '),
);
/** Words that begin a last name of several words; `Ben`, `Al` and other first names do so in small letters only. */
const PARTICLES =
  /^(?:[Aa]f|[Dd][eu]|[Dd]e[lnr]|[Dd]ella|[Ll][ae]s?|[Ll]os|[Ss]aint|[Ss]te?\.?|[Tt]er?|[Vv][ao]n|'t|[Zz]u[rm]?|[DdLl]['’].*)$/;
const SMALL_PARTICLES = /^(?:al?|el|ibn|bin|ben|da|dal|des|di|dos?|mac|lo|ten|vom|y)$/;
/** Names in these are written without spaces, last name first. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

interface Piece {
  name: string;
  suffix: string;
}

/** `de Balzac` and `Doyle`: possible last names in `Last, First`. */
const isLastName = (text: string): boolean => {
  const words = text.split(/\s+/);
  return !UNSPACED.test(text) && words.slice(0, -1).every((word) => PARTICLES.test(word) || SMALL_PARTICLES.test(word));
};

/** `Jr.`, `3rd`, `MD PhD`; behind a whole name other capitals, too: `DBE`. */
function isSuffix(part: string, name: string): boolean {
  const isKnown = (word: string): boolean =>
    SUFFIXES.has(word.replaceAll('.', '').toLowerCase()) || /^\d(?:st|nd|rd|th)$/i.test(word);
  const isDegree = /^\p{Lu}{1,6}$/u.test(part) && /\p{Ll}/u.test(name) && !isLastName(name);
  return isDegree || part.split(/\s+/).every(isKnown);
}

/** The names between commas, each with the suffixes and degrees that follow it. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const part of text.split(/[,，、]/).map((piece) => piece.trim())) {
    const before = pieces.at(-1);
    if (part && before && isSuffix(part, before.name)) before.suffix += `, ${part}`;
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
  const [one, other] = pieces;
  // One name behind several, as in `García Márquez, Gabriel`, is rather a first name than another person.
  const isOneTurned =
    pieces.length === 2 && one && other && /^\p{Lu}\S*$/u.test(other.name) && !/(?:^|\s)\p{L}\.|\p{N}/u.test(one.name);
  const areTurned = pieces.length % 2 === 0 && pieces.every(({ name }, i) => i % 2 === 1 || isLastName(name));
  if (!isOneTurned && !areTurned) return pieces.map(whole);
  return pieces.flatMap((last, i) => {
    const first = pieces[i + 1];
    return i % 2 === 0 && first ? [turned(last, first)] : [];
  });
}

/** Splits a text of several people: `A & B`, `A; B`, `A / B`, `A, B`, and `Last, First` turned round. */
export function parseNames(text: string): string[] {
  return [...new Set(text.split(/\s*(?:[;；&\n]|\s\/\s|\band\b)\s*/i).flatMap(personsOf))];
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
