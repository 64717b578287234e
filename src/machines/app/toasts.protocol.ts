import type { AppError } from '../../schemas/app-error.ts';
import type { Message } from './message.ts';
import type { SystemActors } from './system.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

/**
 * One thing that the visitor can do about it: an event, and who gets it. Plain data, so that a recording can play it
 * again. One who is gone by then (the account signed out) gets nothing.
 */
export type ToastAction = {
  [Name in keyof SystemActors]: { readonly label: Message; readonly to: Name; readonly event: SystemActors[Name] };
}[keyof SystemActors];

export type ToastsEvent =
  | {
      type: 'toasts.show';
      kind: ToastKind;
      message: Message;
      /** Names the subject: a new toast of the same id replaces the old one. */
      id?: string;
      /** Of a failure: why. */
      error?: AppError;
      /** null: stays until closed. Default 5 s, warnings and errors 8 s, with something to do 10 s. */
      durationMs?: number | null;
      action?: ToastAction;
    }
  | { type: 'toasts.dismiss'; id: string }
  | { type: 'xstate.done.actor.*'; actorId: string };
