export const HELP_KEY = '?';

export const SEARCH_KEY = '/';

export const INSPECTOR_KEY = 'I';

export const KEYS_MENU = 'keys';
