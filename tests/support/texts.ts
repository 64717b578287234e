import account from '../../src/locales/account-en-us.json' with { type: 'json' };
import everywhere from '../../src/locales/en-us.json' with { type: 'json' };

/** What the frame of an account and what lies above it have of texts. */
export const messages = { ...everywhere, ...account };
