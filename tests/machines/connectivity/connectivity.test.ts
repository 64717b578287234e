import { expect, test } from 'vitest';
import { connectivityMachine } from '../../../src/machines/connectivity/connectivity.machine.ts';
import { createFakePorts } from '../../support/fakes/ports.ts';
import { createHost } from '../../support/host.ts';

test('a page that starts without a network knows it at once', () => {
  const ports = createFakePorts();
  ports.page.setOnline(false);
  expect(createHost(connectivityMachine, { ports }).subject.getSnapshot().value).toEqual({ network: 'offline', visibility: 'shown' });
});

test('network and visibility are followed apart, until the end', () => {
  const { subject, ports, stop } = createHost(connectivityMachine);
  const value = () => subject.getSnapshot().value;
  ports.page.setVisible(false);
  expect(value()).toEqual({ network: 'online', visibility: 'hidden' });
  ports.page.setOnline(false);
  ports.page.setVisible(true);
  expect(value()).toEqual({ network: 'offline', visibility: 'shown' });
  stop();
  ports.page.setOnline(true);
  expect(value()).toEqual({ network: 'offline', visibility: 'shown' });
});
