import { fromCallback } from 'xstate';
import { sayToServer } from '../app/system.ts';

/** Tells the server over the live connection to show a message to everybody. What comes of it, it tells everybody. */
export const announcement = fromCallback<{ type: 'none' }, { readonly message: string }>(({ input, system }) =>
  sayToServer(system, 'message_all_users', { message: input.message }),
);
