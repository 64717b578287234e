import { fromCallback, type AnyActorRef } from 'xstate';

/** Asks the server for its log from a level on, until this is stopped. `log.listen` asks again, after a reconnect. */
export const logListener = fromCallback<{ type: 'log.listen'; level: number }, { readonly level: number }>(
  ({ input, receive, system }) => {
    const say = (name: string, ...args: readonly unknown[]) =>
      (system.get('socket') as AnyActorRef | undefined)?.send({ type: 'socket.send', name, args });
    say('set_log_listener', input.level);
    receive(({ level }) => say('set_log_listener', level));
    return () => say('remove_log_listener');
  },
);
