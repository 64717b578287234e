import { expect, test, vi } from 'vitest';
import { inspectorDoorMachine } from '../../../src/machines/inspector/inspector-door.machine.ts';
import { createHost } from '../../support/host.ts';

test('the inspector is opened and closed by the same order, and its code loads once for both', async () => {
  const { subject, ports } = createHost(inspectorDoorMachine, { named: { toasts: null } });
  for (const times of [1, 2]) {
    subject.send({ type: 'inspector.toggle' });
    expect(subject.getSnapshot().hasTag('busy')).toBe(true);
    subject.send({ type: 'inspector.toggle' });
    await vi.waitFor(() => expect(subject.getSnapshot().hasTag('busy')).toBe(false));
    expect(ports.inspector.toggled).toBe(times);
  }
});

test('code that failed to load is reported, and loaded on a retry', async () => {
  const { subject, ports, receivedBy } = createHost(inspectorDoorMachine, { named: { toasts: null } });
  ports.inspector.isBroken = true;
  subject.send({ type: 'inspector.toggle' });
  await vi.waitFor(() =>
    expect(receivedBy('toasts')).toEqual([{ type: 'toasts.show', kind: 'error', message: { key: 'app.modalFailed' } }]),
  );
  ports.inspector.isBroken = false;
  subject.send({ type: 'inspector.toggle' });
  await vi.waitFor(() => expect(ports.inspector.toggled).toBe(1));
});
