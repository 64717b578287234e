import { ENGLISH } from '../../../locales/catalogue.ts';

/** Codes of the languages that have texts. Undefined outside of a build. */
const OFFERED = typeof __LANGUAGES__ === 'undefined' ? [ENGLISH] : __LANGUAGES__.split(' ');
const RIGHT_TO_LEFT = typeof __RIGHT_TO_LEFT__ === 'undefined' ? [] : __RIGHT_TO_LEFT__.split(' ');

export const offeredLanguages = (): readonly string[] => OFFERED;

export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');

/** The first of these that is offered, else English. */
export function chooseLanguage(tags: readonly (string | null)[], offered = offeredLanguages()): string {
  for (const tag of tags) {
    const found = tag && closestTo(tag, offered);
    if (found) return found;
  }
  return ENGLISH;
}

/** 'de-AT' → 'de', 'zh-HK' → 'zh-tw': of the same language and script, if possible of the same country. */
function closestTo(tag: string, offered: readonly string[]): string | undefined {
  if (offered.includes(tag)) return tag;
  const wanted = localeOf(tag);
  const close = offered.filter((code) => {
    const { language, script } = localeOf(code) ?? {};
    return language === wanted?.language && script === wanted?.script;
  });
  return close.find((code) => localeOf(code)?.region === wanted?.region) ?? close[0];
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    // Both written forms of Norwegian are offered as one.
    return new Intl.Locale(tag.replace(/^n[bn]\b/, 'no')).maximize();
  } catch {
    return null;
  }
}
