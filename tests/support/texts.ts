import account from '../../src/locales/account-en-us.json' with { type: 'json' };
import everywhere from '../../src/locales/en-us.json' with { type: 'json' };

/** Texts of the frame of an account and of what is above it. */
export const messages = { ...everywhere, ...account };
