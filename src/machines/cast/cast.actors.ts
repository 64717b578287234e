import { fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import type { CastConnection, CastRefusal } from '../../services/cast-sender.ts';
import { getPorts } from '../app/ports.ts';

export type ConnectionChanged = { type: 'cast.connectionChanged'; connection: CastConnection };

/** Loads the sender framework. False: this browser cannot cast. */
export const loadSender = fromPromise<boolean>(async ({ system }) => (await getPorts(system).cast.load()) !== null);

/** The connection at once, then each change. */
export const connectionWatch = fromCallback<ConnectionChanged, NonReducibleUnknown>(({ sendBack, system }) => {
  const sender = getPorts(system).cast.sender();
  const tell = (connection: CastConnection) =>
    sendBack({ type: 'cast.connectionChanged', connection } satisfies ConnectionChanged);
  if (!sender) return undefined;
  tell(sender.connection());
  return sender.onConnection(tell);
});

/** Lets the listener choose a receiver. Null: it is connected. */
export const connect = fromPromise<CastRefusal | null>(
  async ({ system }) => (await getPorts(system).cast.sender()?.connect()) ?? null,
);
