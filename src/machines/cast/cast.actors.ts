import { fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import type { CastConnection, CastRefusal } from '../../services/cast-sender.ts';
import { getPorts } from '../app/ports.ts';

export type ConnectionChanged = { type: 'cast.connectionChanged'; connection: CastConnection };

export const loadSender = fromPromise<boolean>(async ({ system }) => (await getPorts(system).cast.load()) !== null);

export const connectionWatch = fromCallback<ConnectionChanged, NonReducibleUnknown>(({ sendBack, system }) => {
  const sender = getPorts(system).cast.sender();
  const tell = (connection: CastConnection) =>
    sendBack({ type: 'cast.connectionChanged', connection } satisfies ConnectionChanged);
  if (!sender) return undefined;
  tell(sender.connection());
  return sender.onConnection(tell);
});

/** Opens the browser's list of receivers. Null: connected. */
export const connect = fromPromise<CastRefusal | null>(
  async ({ system }) => (await getPorts(system).cast.sender()?.connect()) ?? null,
);
