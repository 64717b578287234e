import { merged, type Texts } from '../../src/locales/catalogue.ts';
import { areas, ENGLISH, readTexts } from '../../scripts/lib/texts.mjs';
import account from '../../src/locales/en-us/account.json' with { type: 'json' };
import start from '../../src/locales/en-us/start.json' with { type: 'json' };

/** English of the frame of an account and of what is above it. */
export const messages = merged(start, account) as typeof start & typeof account;

/** English of all areas. */
export const allMessages = areas
  .map((area) => readTexts(ENGLISH, area) as Texts)
  .reduce((all, one) => merged(all, one));
