import type { SnapshotFrom } from 'xstate';
import type { EmailFormRef } from './email-form.logic.ts';
import type { emailMachine } from './email.machine.ts';

type Snapshot = SnapshotFrom<typeof emailMachine>;

export const selectEmailForm = ({ children }: Snapshot): EmailFormRef | undefined => children.form;
export const selectServerDevices = ({ children }: Snapshot) => children.devices;
export const selectEmailSettings = ({ context }: Snapshot) => context.settings;
export const selectMailTest = ({ context }: Snapshot) => context.test;
export const selectIsTesting = (snapshot: Snapshot): boolean => snapshot.matches({ shown: 'testing' });
