import type { SnapshotFrom } from 'xstate';
import type { output } from 'zod/v4/core';
import type { EmailSettings } from '../../../schemas/api/email-settings.ts';
import { getEmailSettings, updateEmailSettings } from '../../../services/endpoints/emails.ts';
import type { FieldRow } from '../../kit/settings-form.logic.ts';
import { settingsForm, type SettingsFormRef } from '../../kit/settings-form.machine.ts';
import { isEmailAddress } from '../../kit/text.logic.ts';
import type { emailMachine } from './email.machine.ts';

type EmailValues = {
  readonly host: string;
  /** null: empty field. */
  readonly port: number | null;
  readonly secure: boolean;
  readonly rejectUnauthorized: boolean;
  readonly user: string;
  readonly pass: string;
  readonly fromAddress: string;
  readonly testAddress: string;
};

type EmailProblem = 'host' | 'port' | 'address';
export type EmailFormRef = SettingsFormRef<EmailValues>;
type Answer = output<typeof getEmailSettings.output>;

const isPort = (value: number | null): boolean =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= 65_535;
const isHost = (value: string): boolean => !/[\s/@]|^[^:]*:\d*$/.test(value);
/** Also `Name <name@host>`. */
const isAddress = (value: string): boolean => isEmailAddress(/^[^<>]*<([^<>]*)>$/.exec(value)?.[1] ?? value);
const address = (value: string): EmailProblem | null => (value === '' || isAddress(value) ? null : 'address');

const SERVER_ROWS: readonly FieldRow<EmailValues, EmailProblem>[] = [
  { key: 'host', kind: 'text', check: (host) => (isHost(host) ? null : 'host') },
  { key: 'port', kind: 'number', min: 1, max: 65_535, check: (port) => (isPort(port) ? null : 'port') },
  { key: 'secure', kind: 'switch' },
  { key: 'rejectUnauthorized', kind: 'switch' },
  { key: 'user', kind: 'text' },
  { key: 'pass', kind: 'secret' },
];

const ADDRESS_ROWS: readonly FieldRow<EmailValues, EmailProblem>[] = [
  { key: 'fromAddress', kind: 'email', check: address },
  { key: 'testAddress', kind: 'email', check: address },
];

export const EMAIL_GROUPS = [
  { name: 'server', rows: SERVER_ROWS },
  { name: 'addresses', rows: ADDRESS_ROWS },
] as const;

export const emailValuesOf = (settings: EmailSettings): EmailValues => ({
  host: settings.host ?? '',
  port: settings.port,
  secure: settings.secure,
  rejectUnauthorized: settings.rejectUnauthorized,
  user: settings.user ?? '',
  pass: settings.pass ?? '',
  fromAddress: settings.fromAddress ?? '',
  testAddress: settings.testAddress ?? '',
});

export const emailForm = settingsForm<Answer, EmailValues>({
  rows: [...SERVER_ROWS, ...ADDRESS_ROWS],
  valuesOf: ({ settings }) => emailValuesOf(settings),
  read: (api, signal) => api.call(getEmailSettings, undefined, signal),
  save: (api, { port, ...change }, _values, signal) =>
    api.call(updateEmailSettings, { ...change, ...(port == null ? {} : { port }) }, signal),
});

export function testObstacle(settings: EmailSettings): 'noHost' | 'noAddress' | null {
  if (settings.host === null) return 'noHost';
  return settings.testAddress === null && settings.fromAddress === null ? 'noAddress' : null;
}

export const testAddressOf = ({ testAddress, fromAddress }: EmailSettings): string => testAddress ?? fromAddress ?? '';

type Snapshot = SnapshotFrom<typeof emailMachine>;

export const selectEmailForm = ({ children }: Snapshot): EmailFormRef | undefined => children.form;
export const selectServerDevices = ({ children }: Snapshot) => children.devices;
export const selectEmailSettings = ({ context }: Snapshot) => context.settings;
export const selectMailTest = ({ context }: Snapshot) => context.test;
export const selectIsTesting = (snapshot: Snapshot): boolean => snapshot.matches({ shown: 'testing' });
