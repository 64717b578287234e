import { expect, test, vi } from 'vitest';
import { copierMachine } from '../../../src/machines/kit/copier.machine.ts';
import { selectCopied } from '../../../src/machines/kit/kit.selectors.ts';
import { createHost } from '../../support/host.ts';

test('a copied text is reported for two seconds (WID-024, CON-037)', async () => {
  const { subject, ports } = createHost(copierMachine, { named: { toasts: null } });
  subject.send({ type: 'copier.copy', text: 'https://x' });
  await vi.waitFor(() => expect(selectCopied(subject.getSnapshot())).toBe('https://x'));
  expect(ports.page.shown.copied).toEqual(['https://x']);
  ports.clock.advance(1999);
  expect(selectCopied(subject.getSnapshot())).toBe('https://x');
  ports.clock.advance(1);
  expect(selectCopied(subject.getSnapshot())).toBe(null);
});

test('a refusal of the browser is reported', async () => {
  const { subject, ports, receivedBy } = createHost(copierMachine, { named: { toasts: null } });
  ports.page.refusesCopy = true;
  subject.send({ type: 'copier.copy', text: 'x' });
  await vi.waitFor(() => expect(receivedBy('toasts')).toMatchObject([{ message: { key: 'toasts.copyFailed' } }]));
  expect([subject.getSnapshot().value, subject.getSnapshot().context]).toEqual(['resting', { text: null }]);
});
