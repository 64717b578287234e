// English texts are parts of the code that shows them. Those of the other languages load beside that code, by area.

/** Sections by name. */
export type Texts = Readonly<Record<string, object>>;

interface Language {
  /** By area. */
  readonly loads: Map<string, Promise<void>>;
  texts: Texts;
}

declare global {
  interface Window {
    /** Texts that the boot script requests together with their code, by address. */
    earmarkTexts?: Map<string, Promise<Response>>;
  }
}

export const ENGLISH = 'en-us';

/** The language in use, the one before it until all is drawn again, and one that loads. */
const MOST_LANGUAGES = 3;

/** Those whose code has loaded. */
const areas = new Set<string>();
const languages = new Map<string, Language>();

/** Called by the code of each area (scripts/texts-plugin.ts). */
export const needArea = (area: string): void => void areas.add(area);

/** In this language, English where a text is missing. */
export function translate(english: Texts, language: string): Texts {
  const texts = languages.get(language)?.texts;
  return texts ? merged(english, texts, Object.keys(english)) : english;
}

export const merged = (one: Texts, other: Texts, sections = Object.keys(other)): Texts => ({
  ...one,
  ...Object.fromEntries(sections.map((name) => [name, { ...one[name], ...other[name] }])),
});

/** Loads the texts of all code that has loaded, now and later. Rejects when that fails. */
export async function loadTexts(language: string): Promise<void> {
  if (language === ENGLISH) return;
  const own = languages.get(language) ?? { loads: new Map(), texts: {} };
  languages.delete(language);
  languages.set(language, own);
  for (const oldest of [...languages.keys()].slice(0, -MOST_LANGUAGES)) languages.delete(oldest);
  await loadMissing(language, own);
}

/** After code has loaded. Never rejects: what can't load is English. */
export async function untilTexts(): Promise<void> {
  if (languages.size > 0) await Promise.allSettled([...languages].map(([language, own]) => loadMissing(language, own)));
}

function loadMissing(language: string, own: Language): Promise<unknown> {
  return Promise.all(
    [...areas].map((area) => {
      const load =
        own.loads.get(area) ??
        fetchTexts(language, area).then(
          (texts) => void (own.texts = merged(own.texts, texts)),
          (cause: unknown) => {
            own.loads.delete(area);
            throw cause;
          },
        );
      own.loads.set(area, load);
      return load;
    }),
  );
}

async function fetchTexts(language: string, area: string): Promise<Texts> {
  const address = `assets/texts/${language}/${area}.${__TEXTS__}.json`;
  const early = window.earmarkTexts?.get(address);
  window.earmarkTexts?.delete(address);
  const answer = await (early ?? fetch(address));
  if (!answer.ok) throw new TypeError(`Failed to fetch texts: ${answer.status}`);
  return answer.json();
}
