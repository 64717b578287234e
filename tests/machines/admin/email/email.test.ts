import fc from 'fast-check';
import { fromCallback } from 'xstate';
import { expect, test, vi } from 'vitest';
import {
  emailForm,
  emailValuesOf,
  EMAIL_GROUPS,
  testObstacle,
  selectEmailForm,
  selectIsTesting,
  selectMailTest,
} from '../../../../src/machines/admin/email/email.logic.ts';
import { emailMachine } from '../../../../src/machines/admin/email/email.machine.ts';
import { selectDataState } from '../../../../src/machines/kit/kit.selectors.ts';
import { problemsOf, type AnyFieldRow } from '../../../../src/machines/kit/settings-form.logic.ts';
import { emailSettings } from '../../../../src/schemas/api/email-settings.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { getEmailSettings, sendTestEmail, updateEmailSettings } from '../../../../src/services/endpoints/emails.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const body = recording('emails/settings').response.body as { settings: object };
const stored = z.parse(emailSettings, body.settings);
const rows = EMAIL_GROUPS.flatMap((group) => group.rows) as unknown as readonly AnyFieldRow[];

async function open() {
  const host = createHost(emailMachine, {
    input: { route: { name: 'configEmail' }, entryKey: 'k', memory: null },
    named: { modals: null },
  });
  host.ports.api.answer(getEmailSettings, body);
  await vi.waitFor(() => expect(selectDataState(host.subject.getSnapshot())).toBe('shown'));
  const form = selectEmailForm(host.subject.getSnapshot());
  if (!form) throw new Error('no form');
  return { ...host, form, test: () => selectMailTest(host.subject.getSnapshot()) };
}

test('only changes are saved (CFG-041)', async () => {
  const { form, ports } = await open();
  ports.api.answer(updateEmailSettings, { settings: { ...body.settings, host: 'mail.example.com', user: 'me' } });
  form.send({ type: 'form.change', field: 'host', value: ' mail.example.com' });
  form.send({ type: 'form.change', field: 'user', value: 'me' });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(form.getSnapshot().context.isSaved).toBe(true));
  expect(ports.api.inputsOf(updateEmailSettings)).toEqual([{ host: 'mail.example.com', user: 'me' }]);
});

test("a test reports that it was sent, or the server's error (CFG-041)", async () => {
  const { subject, ports, test: shown } = await open();
  const sending = ports.api.defer(sendTestEmail);
  subject.send({ type: 'email.sendTest' });
  expect(selectIsTesting(subject.getSnapshot())).toBe(true);
  sending.resolve('OK');
  await vi.waitFor(() => expect(shown()).toEqual({ kind: 'sent' }));
  const error = { kind: 'rejected', status: 400, message: 'Failed to verify SMTP connection configuration' } as const;
  ports.api.refuseOnce(sendTestEmail, error);
  subject.send({ type: 'email.sendTest' });
  await vi.waitFor(() => expect(shown()).toEqual({ kind: 'failed', error }));
});

test('how a test ended is not said of other settings', async () => {
  const { subject, form, ports, test: shown } = await open();
  ports.api.answer(sendTestEmail, 'OK');
  subject.send({ type: 'email.sendTest' });
  await vi.waitFor(() => expect(shown()).toEqual({ kind: 'sent' }));
  ports.api.answer(updateEmailSettings, { settings: { ...body.settings, port: 25 } });
  form.send({ type: 'form.change', field: 'port', value: 25 });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(shown()).toBeNull());
});

test("another administrator's save shows on a refresh; typed values stay", async () => {
  const { subject, form, ports } = await open();
  form.send({ type: 'form.change', field: 'host', value: 'mine' });
  ports.api.answer(getEmailSettings, { settings: { ...body.settings, host: 'theirs', port: 25 } });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() =>
    expect(form.getSnapshot().context).toMatchObject({ clashes: ['host'], values: { host: 'mine', port: 25 } }),
  );
});

test('is reloaded every 15 s while in view, and on return to it; typed values stay (GEN-016)', async () => {
  const { form, ports } = await open();
  const reads = () => ports.api.inputsOf(getEmailSettings).length;
  const host = (name: string) => ports.api.answer(getEmailSettings, { settings: { ...body.settings, host: name } });
  form.send({ type: 'form.change', field: 'user', value: 'mine' });
  host('first');
  ports.clock.advance(15_000);
  await vi.waitFor(() => expect(form.getSnapshot().context.values).toMatchObject({ host: 'first', user: 'mine' }));
  ports.page.setVisible(false);
  const before = reads();
  ports.clock.advance(600_000);
  expect(reads()).toBe(before);
  host('second');
  ports.page.setVisible(true);
  await vi.waitFor(() => expect(form.getSnapshot().context.values).toMatchObject({ host: 'second', user: 'mine' }));
  expect(reads()).toBeGreaterThan(before);
});

test.each([
  [{ host: null }, 'noHost'],
  [{ testAddress: null, fromAddress: null }, 'noAddress'],
  [{ testAddress: null }, null],
])('with %j a test is kept back by %s', (change, obstacle) => {
  expect(testObstacle({ ...stored, ...change })).toBe(obstacle);
});

test.each([
  [{ port: null }, { port: 'port' }],
  [{ port: 0 }, { port: 'port' }],
  [{ port: 65_536 }, { port: 'port' }],
  [{ port: 1.5 }, { port: 'port' }],
  [{ fromAddress: 'nobody' }, { fromAddress: 'address' }],
  [{ testAddress: 'a b@c' }, { testAddress: 'address' }],
  [{ fromAddress: 'Library <a@b.example>', testAddress: '' }, {}],
  [{ fromAddress: 'Me <a@nas>', testAddress: 'a@nas' }, {}],
  [
    { fromAddress: 'Me <a@b', testAddress: 'Me <a>' },
    { fromAddress: 'address', testAddress: 'address' },
  ],
  [{ host: 'http://mail host' }, { host: 'host' }],
  [{ host: 'smtps://mail.example.com' }, { host: 'host' }],
  [{ host: 'me@mail.example.com' }, { host: 'host' }],
  [{ host: 'mail.example.com:587' }, { host: 'host' }],
  [{ host: '' }, {}],
  [{ host: 'nas' }, {}],
  [{ host: '192.168.1.2' }, {}],
  [{ host: 'fd00::587' }, {}],
])('%j has the problems %j', (change, problems) => {
  expect(problemsOf(rows, { ...emailValuesOf(stored), ...change })).toEqual(problems);
});

test('what the form accepts, the server accepts (VAL, API)', () => {
  const values = fc.record({
    host: fc.string(),
    port: fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 70_000 })),
    secure: fc.boolean(),
    rejectUnauthorized: fc.boolean(),
    user: fc.string(),
    pass: fc.string(),
    fromAddress: fc.oneof(fc.string(), fc.emailAddress()),
    testAddress: fc.oneof(fc.string(), fc.emailAddress()),
  });
  fc.assert(
    fc.property(values, (given) => {
      if (Object.keys(problemsOf(rows, given)).length > 0) return;
      expect(z.parse(requestBodies['emails.update'], given)).toEqual(given);
    }),
  );
});

test('the password shows only in its field', () => {
  expect(rows.find(({ key }) => key === 'pass')?.kind).toBe('secret');
  expect(emailForm.config.id).toBe('settingsForm');
});

test('a test is one at a time, needs a mail server, and clears the last result', async () => {
  const { subject, ports, test: shown } = await open();
  ports.api.refuseOnce(sendTestEmail, { kind: 'network' });
  subject.send({ type: 'email.sendTest' });
  subject.send({ type: 'email.sendTest' });
  await vi.waitFor(() => expect(shown()).toEqual({ kind: 'failed', error: { kind: 'network' } }));
  expect([ports.api.inputsOf(sendTestEmail).length, selectIsTesting(subject.getSnapshot())]).toEqual([1, false]);
  const sending = ports.api.defer(sendTestEmail);
  subject.send({ type: 'email.sendTest' });
  expect([shown(), selectIsTesting(subject.getSnapshot())]).toEqual([null, true]);
  sending.resolve('OK');
  await vi.waitFor(() => expect(selectIsTesting(subject.getSnapshot())).toBe(false));
  expect(shown()).toEqual({ kind: 'sent' });
  ports.api.answer(getEmailSettings, { settings: { ...body.settings, host: null } });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(subject.getSnapshot().context.settings?.host).toBe(null));
  subject.send({ type: 'email.sendTest' });
  expect([selectIsTesting(subject.getSnapshot()), ports.api.inputsOf(sendTestEmail).length]).toEqual([false, 2]);
});

test('a save counts for the next test; a page shut later says so, and is reloaded', async () => {
  const { subject, form, ports } = await open();
  const saved = { ...body.settings, host: 'saved.example' };
  ports.api.answer(updateEmailSettings, { settings: saved });
  form.send({ type: 'form.change', field: 'host', value: 'saved.example' });
  form.send({ type: 'form.submit' });
  await vi.waitFor(() => expect(subject.getSnapshot().context.settings?.host).toBe('saved.example'));
  ports.api.refuseOnce(getEmailSettings, { kind: 'forbidden', message: '' });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('failed'));
  ports.api.answer(getEmailSettings, { settings: saved });
  subject.send({ type: 'page.refresh', again: true });
  await vi.waitFor(() => expect(selectDataState(subject.getSnapshot())).toBe('shown'));
});

test('the devices receive server events, and the reload, also before the page loads', async () => {
  const report: unknown[] = [];
  const devices = fromCallback(({ receive }) => receive((event) => report.push(event)));
  const { subject } = createHost(emailMachine.provide({ actors: { devices: devices as never } }), {
    input: { route: { name: 'configEmail' }, entryKey: 'k', memory: null },
    named: { modals: null },
  });
  const news = [
    { type: 'page.refresh', again: true },
    { type: 'server.ereaderDevices.updated', list: { ereaderDevices: { items: [], dropped: [] } } },
  ] as const;
  for (const event of news) subject.send(event as never);
  expect(report).toEqual(news);
});
