import { toAppError } from '../../schemas/app-error.ts';
import type { MessageValue } from './message.ts';
import type { ToastKind, ToastsEvent } from './toasts.protocol.ts';

type Values = Readonly<Record<string, MessageValue>>;
type Toast = Extract<ToastsEvent, { type: 'toasts.show' }>;

export type ToastDetails = Pick<Toast, 'error' | 'durationMs' | 'action'> & { readonly values?: Values };

/** A toast with a text of the catalogue. Replaces the one with the same `id`. */
export const toast = (
  kind: ToastKind,
  id: string,
  key: string,
  { values, ...more }: ToastDetails = {},
): ToastsEvent => ({ type: 'toasts.show', kind, id, message: values ? { key, values } : { key }, ...more });

export const doneToast = (id: string, key: string, values?: Values): ToastsEvent =>
  toast('success', id, key, values && { values });

export const failedToast = (id: string, key: string, cause: unknown, values?: Values): ToastsEvent =>
  toast('error', id, key, { ...(values && { values }), error: toAppError(cause) });
