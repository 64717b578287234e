import type { AnyRoute } from '../../kit/router/routes.ts';

export const NO_TEXT = '';

export type SearchCommand =
  | { type: 'search.open'; libraryId: string; text: string }
  | { type: 'search.type'; text: string }
  | { type: 'search.choose'; text: string }
  /** A result was used: adds the text to the recent searches. */
  | { type: 'search.keep' }
  | { type: 'search.retry' }
  /** The library changed: results may be outdated. */
  | { type: 'search.markOutdated' }
  /** The same while closed: searches again when the box opens. */
  | { type: 'search.forget' };

export type SearchBoxEvent =
  | { type: 'search.open' }
  | { type: 'search.close' }
  /** The search key was pressed. */
  | { type: 'search.requested' }
  | { type: 'search.type'; text: string }
  | { type: 'search.choose'; text: string }
  | { type: 'search.follow' }
  | { type: 'search.submit' }
  | { type: 'search.retry' }
  /** The library changed, or may have during a lost connection. */
  | { type: 'search.markOutdated' }
  | { type: 'search.placeChanged'; route: AnyRoute };
