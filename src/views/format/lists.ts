import { cached } from './cached.ts';

const listFormat = cached((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));

/** 'one, two, three'. */
export const formatList = (parts: Iterable<string>, locale: string): string => listFormat(locale).format(parts);

const CLAUSE_MARKS: Readonly<Record<string, string>> = { ar: '، ', fa: '، ', ja: '、', zh: '，' };
const languageOf = (locale: string) => locale.split('-')[0] ?? '';

type Part = string | null | undefined | false;

/** 'Each hour, on Monday': parts of one sentence. */
export const joinClauses = (parts: readonly Part[], locale: string): string =>
  parts.filter(Boolean).join(CLAUSE_MARKS[languageOf(locale)] ?? ', ');

/** Chinese and Japanese set no space between sentences. */
export const joinSentences = (parts: readonly Part[], locale: string): string =>
  parts.filter(Boolean).join(['ja', 'zh'].includes(languageOf(locale)) ? '' : ' ');
