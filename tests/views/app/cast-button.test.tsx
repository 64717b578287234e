import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { authorize } from '../../../src/services/endpoints/auth.ts';
import { openClient } from '../../support/dom/client.tsx';
import { recording } from '../../support/recordings.ts';
import { takeOutUnbuiltPage, UNBUILT } from '../../support/unbuilt.ts';

takeOutUnbuiltPage();

const account = recording('auth/login-root').response.body as { serverSettings: object };

function open({ chromecastEnabled = true, isSecure = true } = {}) {
  return openClient(UNBUILT.path, {
    prepare: ({ api, cast }) => {
      api.answer(authorize, { ...account, serverSettings: { ...account.serverSettings, chromecastEnabled } });
      cast.isSecure = isSecure;
    },
  });
}

test('the launcher starts and ends casting, by name of the receiver (BAR-004)', async () => {
  const { ports } = open();
  const { cast } = ports;
  const launcher = await screen.findByRole('button', { name: 'Cast to a device' });
  const choice = cast.chooses();
  await userEvent.click(launcher);
  cast.connect('Kitchen');
  choice.resolve(null);
  const stop = await screen.findByRole('button', { name: 'Stop casting to Kitchen' });
  expect(screen.getByText('Casting to Kitchen')).toBeTruthy();
  await userEvent.click(stop);
  expect(cast.calls).toEqual(['disconnect']);
});

test('an insecure page shows a warning instead (BAR-005)', async () => {
  open({ isSecure: false });
  const warning = await screen.findByRole('button', { name: 'Casting requires a secure connection' });
  expect(warning.dataset['tip']).toBe('Casting requires a secure connection');
});

test.each([true, false])('nothing shows where the server does not allow casting (secure: %s)', async (isSecure) => {
  const { ports } = open({ chromecastEnabled: false, isSecure });
  await screen.findByRole('banner');
  await waitFor(() => expect(screen.getByRole('button', { name: /root/ })).toBeTruthy());
  expect([screen.queryByRole('button', { name: /[Cc]ast/ }), ports.cast.loads]).toEqual([null, 0]);
});
