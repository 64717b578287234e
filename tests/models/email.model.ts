import { emailMachine } from '../../src/machines/admin/email/email.machine.ts';
import { getEmailSettings } from '../../src/services/endpoints/emails.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const data = z.parse(getEmailSettings.output, recording('emails/settings').response.body);
const without = { settings: { ...data.settings, host: null } };

export const emailModel = defineModel({
  name: 'email',
  machine: emailMachine,
  starts: [{ input: { route: { name: 'configEmail' }, entryKey: 'k', memory: null } }],
  events: [
    { type: 'page.retry' },
    { type: 'email.sendTest' },
    { type: 'data.loaded', data },
    { type: 'data.loaded', data: without },
    { type: 'form.saved', data },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'forbidden', message: '' }) },
    { type: 'page.refresh', again: true },
    { type: 'server.ereaderDevices.updated', list: { ereaderDevices: [] } },
  ],
  outputs: { test: ['OK'] },
  failures: { test: [new AppException({ kind: 'rejected', status: 400, message: 'No' })] },
  project: ({ context }) => [context.settings?.host, context.test?.kind, context.error?.kind],
  invariants: {
    'it shows settings only when it has some': (state) => !state.matches('shown') || state.context.settings !== null,
    'how a test ended is not said while another one runs': (state) =>
      !state.matches({ shown: 'testing' }) || state.context.test === null,
    'it says why it has none': (state) => !state.matches('failed') || state.context.error !== null,
  },
});
