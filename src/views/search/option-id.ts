/** Id of the list below the search box. */
export const SEARCH_LIST = 'search-results';

/** Id of a row of that list, counted from 0. */
export const optionId = (index: number): string => `search-result-${index}`;
