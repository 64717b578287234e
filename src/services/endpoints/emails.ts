import { acknowledgement } from '../../schemas/api/common.ts';
import { emailSettingsAnswer, ereaderDeviceList } from '../../schemas/api/email-settings.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

export const getEmailSettings = defineEndpoint()({
  name: 'emails.settings',
  method: 'GET',
  path: () => '/api/emails/settings',
  output: emailSettingsAnswer,
});

export const updateEmailSettings = defineEndpoint<Body<'emails.update'>>()({
  name: 'emails.update',
  method: 'PATCH',
  path: () => '/api/emails/settings',
  body: (change) => change,
  output: emailSettingsAnswer,
});

/** Sends to the test address. 400 when the mail server fails. */
export const sendTestEmail = defineEndpoint()({
  name: 'emails.test',
  method: 'POST',
  path: () => '/api/emails/test',
  output: acknowledgement,
  answer: 'text',
  timeoutMs: SLOW_CALL_MS,
});

export const updateEreaderDevices = defineEndpoint<Body<'emails.updateDevices'>>()({
  name: 'emails.updateDevices',
  method: 'POST',
  path: () => '/api/emails/ereader-devices',
  body: (input) => input,
  output: ereaderDeviceList,
});
