import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getLibraryWithFilterData, listItems } from '../../../src/services/endpoints/libraries.ts';
import { openClient } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';

const BOOKS = '0339edc8-4fdc-4ed0-aae5-906c76d1f52f';

test('names to filter by that could not be loaded say so, and come when one tries again', async () => {
  const { ports } = openClient(`/library/${BOOKS}/bookshelf`, {
    prepare: ({ api }) => {
      api.answer(listItems, recording('libraries/items-final-minified').response.body);
      api.refuseOnce(getLibraryWithFilterData, { kind: 'network' });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Genre' }));
  expect(await screen.findByText('Loading')).toBeTruthy();
  ports.clock.advance(1000);
  expect((await screen.findByRole('alert')).textContent).toContain('The names could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(await screen.findByRole('grid', { name: 'Genre' })).toBeTruthy();
  expect(ports.api.inputsOf(getLibraryWithFilterData)).toHaveLength(2);
});
