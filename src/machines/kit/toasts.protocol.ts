import type { AppError } from '../../schemas/app-error.ts';
import type { Message } from './message.ts';
import type { Receiver, SystemActors } from './system.ts';

export type ToastKind = 'info' | 'success' | 'warning' | 'error';

/** An event and its receiver, as plain data so that a recording can replay it. Dropped when the receiver has ended. */
export type ToastAction = {
  [Name in Receiver]: { readonly label: Message; readonly to: Name; readonly event: SystemActors[Name]['event'] };
}[Receiver];

export type ToastsEvent =
  | {
      type: 'toasts.show';
      kind: ToastKind;
      message: Message;
      /** A new toast replaces the one with the same id. */
      id?: string;
      error?: AppError;
      /** Null: stays until closed. Default 5 s; warnings and errors 8 s; with an action 10 s. */
      durationMs?: number | null;
      action?: ToastAction;
    }
  | { type: 'toasts.dismiss'; id: string }
  | { type: 'xstate.done.actor.*'; actorId: string };
