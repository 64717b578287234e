import { describe, expect, test, vi } from 'vitest';
import { devicesOf } from '../../../../src/machines/admin/send-ebook/devices.logic.ts';
import { ebookSenderMachine } from '../../../../src/machines/admin/send-ebook/ebook-sender.machine.ts';
import { AppException } from '../../../../src/schemas/app-error.ts';
import type { EreaderDevice } from '../../../../src/schemas/api/auth.ts';
import type { User } from '../../../../src/schemas/api/user.ts';
import { sendEbook } from '../../../../src/services/endpoints/account.ts';
import { createHost } from '../../../support/host.ts';
import { questionClosed } from '../../../support/item-fixtures.ts';

const ebook = (id: string) => ({ libraryItemId: id, title: `Book ${id}`, format: 'epub', device: 'Kindle' });

function open() {
  const host = createHost(ebookSenderMachine, {
    named: { modals: null, toasts: null, auth: null },
    systemId: 'ebookSender',
  });
  const send = (id: string, accepted = true) => {
    host.subject.send({ type: 'ebook.send', ebook: ebook(id) });
    host.subject.send(questionClosed(accepted));
  };
  return { ...host, send, toasts: () => host.receivedBy('toasts') };
}

describe('an ebook for a device (EBK-041)', () => {
  test('is confirmed with format, title and device, and sent', async () => {
    const { subject, send, ports, toasts, receivedBy } = open();
    ports.api.answer(sendEbook, 'OK');
    send('a');
    expect(receivedBy('modals')).toMatchObject([
      { input: { message: { values: { title: 'Book a', format: 'EPUB', device: 'Kindle' } } } },
    ]);
    await vi.waitFor(() => expect(toasts()).toMatchObject([{ kind: 'success', message: { key: 'sendEbook.sent' } }]));
    expect(ports.api.inputsOf(sendEbook)).toEqual([{ libraryItemId: 'a', deviceName: 'Kindle' }]);
    expect(subject.getSnapshot().hasTag('busy')).toBe(false);
  });

  test('is not sent without confirmation', () => {
    const { send, ports, toasts } = open();
    send('a', false);
    expect([ports.api.inputsOf(sendEbook), toasts()]).toEqual([[], []]);
  });

  test('confirmed while another one is being sent follows it', async () => {
    const { send, ports, toasts } = open();
    const first = ports.api.defer(sendEbook);
    ports.api.answer(sendEbook, 'OK');
    send('a');
    send('b');
    expect(ports.api.inputsOf(sendEbook)).toHaveLength(1);
    first.resolve('OK');
    await vi.waitFor(() => expect(toasts()).toHaveLength(2));
    expect(ports.api.inputsOf(sendEbook).map((input) => (input as { libraryItemId: string }).libraryItemId)).toEqual([
      'a',
      'b',
    ]);
  });

  test('is one of one question at a time, and the next one can follow, whatever was answered', async () => {
    const { subject, send, ports, toasts, receivedBy } = open();
    ports.api.answer(sendEbook, 'OK');
    subject.send({ type: 'ebook.send', ebook: ebook('a') });
    subject.send({ type: 'ebook.send', ebook: ebook('b') });
    expect(receivedBy('modals')).toHaveLength(1);
    subject.send(questionClosed(false));
    expect(subject.getSnapshot().context).toEqual({ requested: null, waiting: [] });
    send('c');
    expect(subject.getSnapshot().context).toEqual({ requested: null, waiting: [ebook('c')] });
    send('d');
    expect([receivedBy('modals').length, subject.getSnapshot().hasTag('busy')]).toEqual([3, true]);
    await vi.waitFor(() => expect(toasts()).toHaveLength(2));
    expect(toasts()).toEqual(
      ['c', 'd'].map((id) => ({
        type: 'toasts.show',
        kind: 'success',
        message: { key: 'sendEbook.sent', values: { title: `Book ${id}`, device: 'Kindle' } },
      })),
    );
    expect(subject.getSnapshot()).toMatchObject({
      value: { question: 'resting', delivery: 'idle' },
      context: { requested: null, waiting: [] },
    });
  });

  test('that fails keeps none that was agreed to after it from being sent', async () => {
    const { send, ports, toasts, subject } = open();
    const first = ports.api.defer(sendEbook);
    ports.api.answer(sendEbook, 'OK');
    send('a');
    send('b');
    first.reject(new AppException({ kind: 'network' }));
    await vi.waitFor(() => expect(toasts()).toHaveLength(2));
    expect(toasts()).toMatchObject([
      { kind: 'error', message: { values: { title: 'Book a' } } },
      { kind: 'success', message: { values: { title: 'Book b' } } },
    ]);
    expect([ports.api.inputsOf(sendEbook).length, subject.getSnapshot().context.waiting]).toEqual([2, []]);
  });

  test.each([
    ['a server without mail', { kind: 'rejected', status: 400, message: 'Failed to verify SMTP' } as const],
    ['a device that is gone', { kind: 'notFound', message: 'Ereader device not found' } as const],
    ['a line that is down', { kind: 'network' } as const],
  ])('that fails by %s says so, and is resent by a press', async (_name, error) => {
    const { subject, send, ports, toasts } = open();
    ports.api.refuseOnce(sendEbook, error);
    send('a');
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
    const event = { type: 'ebook.retry', ebook: ebook('a') } as const;
    expect(toasts()[0]).toMatchObject({ kind: 'error', error, action: { to: 'ebookSender', event } });
    ports.api.answer(sendEbook, 'OK');
    subject.send(event);
    await vi.waitFor(() => expect(toasts()[1]).toMatchObject({ kind: 'success' }));
  });
});

describe('of the devices of everybody', () => {
  const of = (name: string, availabilityOption?: string, users?: string[]): EreaderDevice => ({
    name,
    email: '',
    ...(availabilityOption && { availabilityOption }),
    ...(users && { users }),
  });
  const all = [
    of('admins', 'adminOrUp'),
    of('unsaid'),
    of('users', 'userOrUp'),
    of('guests', 'guestOrUp'),
    of('own', 'specificUsers', ['u']),
    of('foreign', 'specificUsers', ['v']),
    of('newer', 'somebody'),
  ];
  test.each([
    ['root', ['admins', 'unsaid', 'users', 'guests', 'own']],
    ['admin', ['admins', 'unsaid', 'users', 'guests', 'own']],
    ['user', ['users', 'guests', 'own']],
    ['guest', ['guests', 'own']],
  ])('%s may send to %j', (type, names) => {
    expect(devicesOf(all, { id: 'u', type } as User).map(({ name }) => name)).toEqual(names);
  });
});
