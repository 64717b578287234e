import { cached } from './cached.ts';

const listFormat = cached((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'short' }));

/** 'one, two, three'. */
export const formatList = (parts: Iterable<string>, locale: string): string => listFormat(locale).format(parts);
