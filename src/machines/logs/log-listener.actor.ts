import { fromCallback } from 'xstate';
import { sayToServer } from '../app/system.ts';

/** Asks the server for its log from a level on, until this is stopped. `log.listen` asks again, after a reconnect. */
export const logListener = fromCallback<{ type: 'log.listen'; level: number }, { readonly level: number }>(
  ({ input, receive, system }) => {
    const listen = (level: number) => sayToServer(system, 'set_log_listener', level);
    listen(input.level);
    receive(({ level }) => listen(level));
    return () => sayToServer(system, 'remove_log_listener');
  },
);
