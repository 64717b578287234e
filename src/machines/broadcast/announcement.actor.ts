import { fromCallback } from 'xstate';
import { sayToServer } from '../app/system.ts';

/** Sends a message to all users over the socket. The server does not answer. */
export const announcement = fromCallback<{ type: 'none' }, { readonly message: string }>(({ input, system }) =>
  sayToServer(system, 'message_all_users', { message: input.message }),
);
