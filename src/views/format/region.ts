import { cached } from './cached.ts';

const regionNames = cached((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }));

/** A country (two letters) in a language: 'Deutschland'. */
export const formatRegion = (code: string, language: string): string =>
  regionNames(language).of(code.toUpperCase()) ?? code;
