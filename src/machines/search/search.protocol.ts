import type { AnyRoute } from '../router/routes.ts';

/** Nothing is typed. */
export const NO_TEXT = '';

/** To what searches, from the box of the app bar. */
export type SearchCommand =
  /** The box opens, with this text. */
  | { type: 'search.open'; libraryId: string; text: string }
  /** The text, as it is typed. */
  | { type: 'search.type'; text: string }
  /** A search made before is made again, at once. */
  | { type: 'search.choose'; text: string }
  /** The text was of use: it is kept among the recent searches. */
  | { type: 'search.keep' }
  | { type: 'search.retry' }
  /** The library changed: what was found may be another now. */
  | { type: 'search.markOutdated' }
  /** The same, and nobody looks: the text is searched for again when the box opens. */
  | { type: 'search.forget' };

/** To the box of the app bar. */
export type SearchBoxEvent =
  | { type: 'search.open' }
  | { type: 'search.close' }
  /** Its key was pressed. */
  | { type: 'search.asked' }
  | { type: 'search.type'; text: string }
  | { type: 'search.choose'; text: string }
  /** A result was opened. */
  | { type: 'search.follow' }
  /** To the page of all results. */
  | { type: 'search.submit' }
  | { type: 'search.retry' }
  /** The library changed, or may have while the server was out of reach. */
  | { type: 'search.markOutdated' }
  /** Another place is open in the client. */
  | { type: 'search.placeChanged'; route: AnyRoute };
