import { hrefTo, type RouteName } from '../../src/machines/router/routes.ts';
import { messages } from './texts.ts';

/**
 * A page that is not built, open to every account and of no library: for tests of the frame around pages. When it is
 * built, name another one here; `tests/machines/page-host/supervision.test.ts` says so.
 */
const name = 'account' satisfies RouteName;

export const UNBUILT = { route: { name }, path: hrefTo({ name }), title: messages.pages[name] } as const;
