import languages from './languages.json';

/** The one list, in the order of menus: each language with its own name. */
export const LANGUAGES = Object.entries(languages).map(([code, language]) => ({
  code,
  name: language.name,
  isPseudo: 'pseudo' in language,
}));
