import { fromCallback } from 'xstate';
import { sayToServer } from '../app/system.ts';

/** Subscribes to the server's log from a level on, until stopped. Send `log.listen` again after a reconnect. */
export const logListener = fromCallback<{ type: 'log.listen'; level: number }, { readonly level: number }>(
  ({ input, receive, system }) => {
    const listen = (level: number) => sayToServer(system, 'set_log_listener', level);
    listen(input.level);
    receive(({ level }) => listen(level));
    return () => sayToServer(system, 'remove_log_listener');
  },
);
