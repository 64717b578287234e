import { afterAll, beforeAll } from 'vitest';
import { pages } from '../../src/machines/app/page-host/pages.ts';
import { hrefTo, type RouteName } from '../../src/machines/kit/router/routes.ts';
import { messages } from './texts.ts';

/** A page open to every account and of no library. */
const name = 'accountSessions' satisfies RouteName;

/**
 * A page as if it were not built, for tests of the frame around pages that call `takeOutUnbuiltPage`. Not for tests in a
 * browser, whose client has it.
 */
export const UNBUILT = { route: { name }, path: hrefTo({ name }), title: messages.pages[name] } as const;

/** Removes its row from the table of pages for the tests of this file: other files share the table. */
export function takeOutUnbuiltPage(): void {
  const row = pages[name];
  beforeAll(() => {
    delete pages[name];
  });
  afterAll(() => {
    if (row) pages[name] = row;
  });
}
