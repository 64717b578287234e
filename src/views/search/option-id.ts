export const SEARCH_LIST = 'search-results';

export const optionId = (index: number): string => `search-result-${index}`;
