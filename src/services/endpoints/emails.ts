import { acknowledgement } from '../../schemas/api/acknowledgement.ts';
import { emailSettingsAnswer, ereaderDeviceList } from '../../schemas/api/email-settings.ts';
import type { Body } from '../../schemas/requests/index.ts';
import { defineEndpoint, SLOW_CALL_MS } from './define-endpoint.ts';

/** Administrators (others get 404). */
export const getEmailSettings = defineEndpoint()({
  name: 'emails.settings',
  method: 'GET',
  path: () => '/api/emails/settings',
  output: emailSettingsAnswer,
});

/** Administrators. */
export const updateEmailSettings = defineEndpoint<Body<'emails.update'>>()({
  name: 'emails.update',
  method: 'PATCH',
  path: () => '/api/emails/settings',
  body: (change) => change,
  output: emailSettingsAnswer,
});

/** Administrators: sends a mail to the test address. 400 when the mail server cannot be used. */
export const sendTestEmail = defineEndpoint()({
  name: 'emails.test',
  method: 'POST',
  path: () => '/api/emails/test',
  output: acknowledgement,
  answer: 'text',
  timeoutMs: SLOW_CALL_MS,
});

/** Administrators: replaces all devices. 400 for one without name or address. */
export const updateEreaderDevices = defineEndpoint<Body<'emails.updateDevices'>>()({
  name: 'emails.updateDevices',
  method: 'POST',
  path: () => '/api/emails/ereader-devices',
  body: (input) => input,
  output: ereaderDeviceList,
});
