import { expect, test, vi } from 'vitest';
import { connectivityMachine } from '../../../../src/machines/account/connectivity/connectivity.machine.ts';
import { selectIsServerLost } from '../../../../src/machines/account/connectivity/connectivity.selectors.ts';
import { ping } from '../../../../src/services/endpoints/server.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

test('a page that starts without a network knows it at once', () => {
  const ports = createFakePorts();
  ports.page.setOnline(false);
  expect(createHost(connectivityMachine, { ports }).subject.getSnapshot().value).toEqual({
    network: 'offline',
    server: 'reached',
    visibility: 'shown',
  });
});

test('network and visibility are followed apart, until the end', () => {
  const { subject, ports, stop } = createHost(connectivityMachine);
  const value = () => subject.getSnapshot().value;
  ports.page.setVisible(false);
  expect(value()).toEqual({ network: 'online', server: 'reached', visibility: 'hidden' });
  ports.page.setOnline(false);
  ports.page.setVisible(true);
  expect(value()).toEqual({ network: 'offline', server: 'reached', visibility: 'shown' });
  ports.page.setOnline(true);
  expect(value()).toEqual({ network: 'online', server: 'reached', visibility: 'shown' });
  ports.page.setOnline(false);
  stop();
  ports.page.setOnline(true);
  expect(value()).toEqual({ network: 'offline', server: 'reached', visibility: 'shown' });
});

test('a lost server is polled every three seconds until it answers', async () => {
  const { subject, ports } = createHost(connectivityMachine);
  const server = () => subject.getSnapshot().value.server;
  const requested = () => ports.api.inputsOf(ping).length;
  ports.api.refuse(ping, { kind: 'network' });
  ports.api.notifyReach(false);
  expect(server()).toBe('doubted');
  await vi.waitFor(() => expect(server()).toEqual({ lost: 'pausing' }));
  for (const times of [2, 3]) {
    ports.clock.advance(2999);
    expect([server(), requested()]).toEqual([{ lost: 'pausing' }, times - 1]);
    ports.clock.advance(1);
    expect(server()).toEqual({ lost: 'asking' });
    await vi.waitFor(() => expect([server(), requested()]).toEqual([{ lost: 'pausing' }, times]));
  }
  ports.api.answer(ping, { success: true });
  ports.clock.advance(3000);
  await vi.waitFor(() => expect(server()).toBe('reached'));
});

test('an answer to another call ends the doubt, however late the ping fails', async () => {
  const { subject, ports } = createHost(connectivityMachine);
  ports.api.refuseOnce(ping, { kind: 'network' });
  ports.api.notifyReach(false);
  ports.api.notifyReach(true);
  expect(subject.getSnapshot().value.server).toBe('reached');
  await new Promise((resolve) => setTimeout(resolve));
  expect(subject.getSnapshot().value.server).toBe('reached');
});

test('a lost server that answers again is reported once', async () => {
  const { subject, ports, parentEvents } = createHost(connectivityMachine);
  ports.api.refuse(ping, { kind: 'network' });
  ports.api.notifyReach(false);
  await vi.waitFor(() => expect(selectIsServerLost(subject.getSnapshot())).toBe(true));
  expect(parentEvents).toEqual([]);
  ports.api.notifyReach(true);
  expect(parentEvents).toEqual([{ type: 'connectivity.restored', lostAt: ports.clock.elapsed() }]);
});

test('a server counts as lost when a failed call is followed by another, until it answers', async () => {
  const { subject, ports } = createHost(connectivityMachine);
  const isLost = () => selectIsServerLost(subject.getSnapshot());
  ports.api.answerOnce(ping, { success: true });
  ports.api.notifyReach(false);
  await vi.waitFor(() => expect(ports.api.inputsOf(ping)).toHaveLength(1));
  await vi.waitFor(() => expect(subject.getSnapshot().value).toMatchObject({ server: 'reached' }));
  ports.api.refuseOnce(ping, { kind: 'network' });
  ports.api.notifyReach(false);
  await vi.waitFor(() => expect(isLost()).toBe(true));
  ports.api.answer(ping, { success: true });
  ports.clock.advance(3000);
  await vi.waitFor(() => expect(isLost()).toBe(false));
  ports.api.refuseOnce(ping, { kind: 'timeout' });
  ports.api.notifyReach(false);
  await vi.waitFor(() => expect(isLost()).toBe(true));
  ports.api.notifyReach(true);
  expect([isLost(), subject.getSnapshot().value.server]).toEqual([false, 'reached']);
});
