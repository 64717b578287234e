/** The key of the list of all keys, as `KeyboardEvent.key`. */
export const HELP_KEY = '?';

/** The key that leads into the search box. */
export const SEARCH_KEY = '/';

/** The key that opens the inspector, and closes it. */
export const INSPECTOR_KEY = 'I';

/** The name of that list among the menus. */
export const KEYS_MENU = 'keys';
