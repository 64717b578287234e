import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listItems } from '../../../../src/services/endpoints/libraries.ts';
import { removeItemsWithIssues } from '../../../../src/services/endpoints/library-admin.ts';
import { openClient } from '../../../support/dom/client.tsx';
import { bookBodies, pageBody } from '../../../support/people-fixtures.ts';
// Imported here, so that no test waits for the chunks.
import '../../../../src/machines/browse/bookshelf/remove-issues.machine.ts';
import '../../../../src/views/browse/bookshelf/bookshelf-page.tsx';
import '../../../../src/views/browse/bookshelf/remove-issues-dialog.tsx';
import '../../../../src/views/browse/bookshelf/remove-issues.tsx';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';
const broken = bookBodies.slice(0, 2);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

test('removes all items with issues after a question, and says why it failed', async () => {
  const { ports } = openClient(`/library/${BOOKS}/bookshelf?filter=issues`, {
    prepare: ({ api }) => {
      api.answer(listItems, pageBody(broken));
      api.refuseOnce(removeItemsWithIssues, { kind: 'timeout' });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Remove all ${broken.length}` }));
  const question = await screen.findByRole('dialog', { name: 'Remove items with issues' });
  const confirm = () => userEvent.click(within(question).getByRole('button', { name: `Remove all ${broken.length}` }));
  await confirm();
  expect((await within(question).findByRole('alert')).textContent).toContain('Nothing was removed.');
  ports.api.answer(removeItemsWithIssues, 'OK');
  ports.api.answer(listItems, pageBody([]));
  await confirm();
  expect(await screen.findByText('2 items with issues removed')).toBeTruthy();
  expect(await screen.findByText('No issues found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Remove all/ })).toBe(null);
});
