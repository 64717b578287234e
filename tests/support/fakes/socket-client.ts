import { parseServerEvent } from '../../../src/schemas/socket/server-events.ts';
import type { SocketClient, SocketReport } from '../../../src/services/socket-client.ts';
import { ListenerSet } from './listeners.ts';

/** A socket without a network: the test plays the server. */
export interface FakeSocketClient extends SocketClient {
  /** How often a connection was opened, and how many are open now. */
  readonly opened: number;
  readonly connections: number;
  /** The client's messages on all connections, oldest first: event name, then arguments. */
  readonly sent: readonly (readonly [string, ...unknown[]])[];
  /** Every open connection reports this. */
  report(report: SocketReport): void;
  /** Every open connection gets this server event. */
  receive(name: string, ...args: readonly unknown[]): void;
}

export function createFakeSocketClient(): FakeSocketClient {
  const sent: [string, ...unknown[]][] = [];
  const listeners = new ListenerSet<(report: SocketReport) => void>('socket');
  let opened = 0;
  const report = (what: SocketReport) => {
    for (const listener of listeners) listener(what);
  };
  return {
    sent,
    get opened() {
      return opened;
    },
    get connections() {
      return listeners.size;
    },
    open(listener) {
      opened += 1;
      return {
        send: (name, ...args) => void sent.push([name, ...args]),
        close: listeners.join(listener),
      };
    },
    report,
    receive: (name, ...args) => report({ kind: 'event', parsed: parseServerEvent(name, args) }),
  };
}
