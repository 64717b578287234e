import { toAppError } from '../../schemas/app-error.ts';
import type { MessageValue } from '../app/message.ts';
import type { ToastsEvent } from '../app/toasts.protocol.ts';

export const doneToast = (id: string, key: string, values?: Readonly<Record<string, MessageValue>>): ToastsEvent => ({
  type: 'toasts.show',
  id,
  kind: 'success',
  message: values ? { key, values } : { key },
});

export const failedToast = (
  id: string,
  key: string,
  cause: unknown,
  values?: Readonly<Record<string, MessageValue>>,
): ToastsEvent => ({
  type: 'toasts.show',
  id,
  kind: 'error',
  message: values ? { key, values } : { key },
  error: toAppError(cause),
});
