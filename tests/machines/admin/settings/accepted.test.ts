import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { backupForm, backupValuesOf } from '../../../../src/machines/admin/backups/backups.logic.ts';
import { emailForm, emailValuesOf } from '../../../../src/machines/admin/email/email.logic.ts';
import { sendingForm, sendingValuesOf } from '../../../../src/machines/admin/notifications/notifications.logic.ts';
import type { Authorized } from '../../../../src/schemas/api/auth.ts';
import { requestBodies } from '../../../../src/schemas/requests/index.ts';
import { z } from '../../../../src/schemas/zod.ts';
import { authorize } from '../../../../src/services/endpoints/auth.ts';
import { getEmailSettings, updateEmailSettings } from '../../../../src/services/endpoints/emails.ts';
import { getNotifications, updateNotificationSettings } from '../../../../src/services/endpoints/notifications.ts';
import { updateServerSettings } from '../../../../src/services/endpoints/server-admin.ts';
import { createFakePorts, type FakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { recording } from '../../../support/recordings.ts';

const account = recording('auth/login-root').response.body as Authorized;
const email = recording('emails/settings').response.body as { settings: Parameters<typeof emailValuesOf>[0] };
const overview = recording('notifications/get').response.body as {
  settings: Parameters<typeof sendingValuesOf>[0];
};

const text = fc.oneof(fc.string(), fc.constantFrom('', ' a ', 'a@b', 'A <a@b.example>', 'http://a.example/notify'));
const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 99 }) },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.constantFrom(null, 1e12, 1e12 + 0.001), fc.integer(), fc.double({ noNaN: true })),
  },
);
const port = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 65_535 }) }, { weight: 1, arbitrary: number });
const address = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('', ' a@b ', 'a@b.example', 'A <a@b.example>') },
  { weight: 1, arbitrary: text },
);
const schedule = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('0 1 * * *', '*/5 * * * 1-5') },
  { weight: 1, arbitrary: fc.constantFrom('', '61 * * * *', '0 0 31 2 *') },
);

/** Each form with possible inputs, and the bodies that it sends. */
const FORMS = {
  email: {
    form: emailForm,
    begun: emailValuesOf(email.settings),
    typed: {
      host: text,
      port,
      secure: fc.boolean(),
      rejectUnauthorized: fc.boolean(),
      user: text,
      pass: text,
      fromAddress: address,
      testAddress: address,
    },
    body: requestBodies['emails.update'],
    answer: ({ api }: FakePorts) => {
      api.answer(getEmailSettings, email);
      api.answer(updateEmailSettings, email);
    },
    sent: ({ api }: FakePorts) => api.inputsOf(updateEmailSettings),
  },
  notifications: {
    form: sendingForm,
    begun: sendingValuesOf(overview.settings),
    typed: { appriseApiUrl: text, maxNotificationQueue: number, maxFailedAttempts: number },
    body: requestBodies['notifications.update'],
    answer: ({ api }: FakePorts) => {
      api.answer(getNotifications, overview);
      api.answer(updateNotificationSettings, undefined);
    },
    sent: ({ api }: FakePorts) => api.inputsOf(updateNotificationSettings),
  },
  backups: {
    form: backupForm,
    begun: backupValuesOf(account.serverSettings),
    typed: { automatic: fc.boolean(), schedule, backupsToKeep: number, maxBackupSize: number },
    body: requestBodies['settings.update'],
    answer: ({ api }: FakePorts) => {
      api.answer(authorize, account);
      api.answer(updateServerSettings, { serverSettings: account.serverSettings });
    },
    sent: ({ api }: FakePorts) => api.inputsOf(updateServerSettings),
  },
} as const;

test.each(Object.entries(FORMS))('whatever the form of %s sends, the server reads (VAL)', async (_name, subject) => {
  const { form, begun, typed, body, answer, sent } = subject;
  const bodies: unknown[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.record(typed as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] }),
      async (change) => {
        const ports = createFakePorts();
        answer(ports);
        const host = createHost(form as typeof emailForm, {
          ports,
          input: { values: begun as never },
          named: { modals: null },
        });
        for (const [field, value] of Object.entries(change))
          host.subject.send({ type: 'form.change', field, value } as never);
        host.subject.send({ type: 'form.submit' });
        await vi.waitFor(() => expect(host.subject.getSnapshot().hasTag('busy')).toBe(false));
        for (const one of sent(ports)) {
          bodies.push(one);
          expect([one, z.safeParse(body, JSON.parse(JSON.stringify(one))).error]).toEqual([one, undefined]);
        }
        host.stop();
      },
    ),
    { numRuns: 60 },
  );
  expect(bodies.length).toBeGreaterThan(5);
});
