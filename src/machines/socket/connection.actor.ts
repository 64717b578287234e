import { fromCallback, type NonReducibleUnknown } from 'xstate';
import type { ParsedServerEvent } from '../../schemas/socket/server-events.ts';
import { getPorts } from '../app/ports.ts';

export type ConnectionCommand = { type: 'connection.send'; name: string; args: readonly unknown[] };

export type ConnectionReport =
  | { type: 'connection.opened' }
  | { type: 'connection.lost'; reason: string }
  | { type: 'connection.failed'; message: string }
  | { type: 'connection.received'; parsed: ParsedServerEvent };

/** The socket.io connection: reconnects automatically, closes when stopped. */
export const connection = fromCallback<ConnectionCommand, NonReducibleUnknown>(({ sendBack, receive, system }) => {
  const report = (event: ConnectionReport) => sendBack(event as never);
  const open = getPorts(system).socket.open((news) => {
    switch (news.kind) {
      case 'connected':
        return report({ type: 'connection.opened' });
      case 'disconnected':
        return report({ type: 'connection.lost', reason: news.reason });
      case 'connectFailed':
        return report({ type: 'connection.failed', message: news.message });
      case 'event':
        return report({ type: 'connection.received', parsed: news.parsed });
    }
  });
  receive((event) => open.send(event.name, ...event.args));
  return () => open.close();
});
