import { cached } from './cached.ts';

const languageNames = cached((locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }));

/** Without the country ('English' for 'en-gb'); other text unchanged. */
export function formatLanguage(text: string, locale: string): string {
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9]+)*$/i.exec(text.trim())?.[1];
  return (code && languageNames(locale).of(code.toLowerCase())) || text;
}

const regionNames = cached((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }));

/** A country (two letters) in a language: 'Deutschland'. */
export const formatRegion = (code: string, language: string): string =>
  regionNames(language).of(code.toUpperCase()) ?? code;
