import { fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import { AppException } from '../../../schemas/app-error.ts';
import { z } from '../../../schemas/zod.ts';
import { refresh } from '../../../services/endpoints/auth.ts';
import { defineStored } from '../../../services/storage.ts';
import { getPorts, type System } from '../../kit/ports.ts';

/** Without the refresh token, which is in a cookie that scripts can't read. */
export const storedSession = z.object({
  accessToken: z.string().check(z.minLength(1)),
  /** null after the return from an identity provider, until the account has loaded. */
  userId: z.nullable(z.string()),
});

export type StoredSession = z.output<typeof storedSession>;

export const OPENID_LEAVE = defineStored(
  'earmark.openId',
  z.union([
    z.object({ kind: z.literal('in'), redirect: z.nullable(z.string()) }),
    z.object({ kind: z.literal('out') }),
  ]),
);

/** The boot script in index.html reads this key. */
const SESSION = defineStored('earmark.session', storedSession);

export function readSession(system: System): StoredSession | null {
  return getPorts(system).storage.read(SESSION);
}

export function writeSession(system: System, session: StoredSession | null): void {
  const { storage } = getPorts(system);
  if (session) storage.write(SESSION, session);
  else storage.remove(SESSION);
}

export interface StoredSessionChanged {
  type: 'auth.storedSessionChanged';
  session: StoredSession | null;
}

export const storedSessionWatch = fromCallback<StoredSessionChanged, NonReducibleUnknown>(({ sendBack, system }) =>
  getPorts(system).storage.subscribe(SESSION, (session) => sendBack({ type: 'auth.storedSessionChanged', session })),
);

/** Storage written by another tab can arrive this long after that tab released the lock, in ms. */
const STORAGE_LAG_MS = 300;

function nextSession(system: System, newer: () => StoredSession | null): Promise<StoredSession | null> {
  return new Promise((resolve) => {
    const end = getPorts(system).storage.subscribe(SESSION, () => done(newer()));
    const timer = setTimeout(() => done(null), STORAGE_LAG_MS);
    const done = (session: StoredSession | null) => {
      clearTimeout(timer);
      end();
      resolve(session);
    };
  });
}

/** From another tab or the server. One tab at a time: a refresh token works once (server fact 3). */
export const refreshTokens = fromPromise<StoredSession, StoredSession>(({ input, system, signal }) => {
  const { api, locks } = getPorts(system);
  const newer = () => {
    const stored = readSession(system);
    return stored && stored.accessToken !== input.accessToken ? stored : null;
  };
  return locks.withLock('refresh', async (waited) => {
    const before = newer() ?? (waited ? await nextSession(system, newer) : null);
    if (before) return before;
    try {
      const { user } = await api.call(refresh, undefined, signal);
      if (input.userId !== null && user.id !== input.userId) {
        throw new AppException({ kind: 'unauthorized', message: 'The refresh token is of another account' });
      }
      const session = { accessToken: user.accessToken, userId: user.id };
      writeSession(system, session);
      return session;
    } catch (cause) {
      const after = newer();
      if (after) return after;
      throw cause;
    }
  });
});
