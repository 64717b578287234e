import { startOpenIdProvider } from '../../support/openid-provider.ts';
import { createVisitor } from '../../support/openid-visitor.ts';
import type { Given, GivenRequest } from './givens.ts';
import type { World } from './world.ts';

type Visitor = ReturnType<typeof createVisitor>;

/** Runs a provider with `user` linked by name, while the recording is replayed. */
const withProvider =
  (make: (visitor: Visitor, url: string) => Promise<GivenRequest>): Given =>
  async ({ world }: { readonly world: World }) => {
    const { url, ctx } = world.server;
    const provider = await startOpenIdProvider(url, { user: { preferred_username: 'user' } });
    const before = await world.json('GET', '/api/auth-settings');
    await world.json('PATCH', '/api/auth-settings', { ...provider.settings, authOpenIDMatchExistingBy: 'username' });
    const changed = await make(createVisitor('*/*'), url);
    return {
      ...changed,
      after: async () => {
        await provider.stop();
        await world.json('PATCH', '/api/auth-settings', before);
        ctx.store.database.run("UPDATE users SET authOpenIDSub = NULL WHERE username = 'user'");
      },
    };
  };

const begin = (visitor: Visitor, url: string) =>
  visitor.visit(`${url}/auth/openid?callback=${encodeURIComponent(`${url}/login`)}`);

/** The provider redirected the browser back, which requests that address. */
const comingBack = (person: string): Given =>
  withProvider(async (visitor, url) => {
    const { pathname, search } = new URL(await visitor.throughProvider(await begin(visitor, url), person));
    return { path: pathname + search, headers: { cookie: `connect.sid=${visitor.cookie(url, 'connect.sid')}` } };
  });

export const openIdGivens: readonly (readonly [string, Given])[] = [
  [
    'auth/openid-start',
    withProvider(async (_visitor, url) => ({
      path: `/auth/openid?callback=${encodeURIComponent(`${url}/login`)}`,
    })),
  ],
  ['auth/openid-callback', comingBack('user')],
  ['auth/openid-callback-err-provider', comingBack('refuse')],
  [
    'auth/openid-logout',
    withProvider(async (visitor, url) => {
      await visitor.signIn(url, 'user');
      const names = ['auth_method', 'openid_id_token', 'refresh_token'];
      return { headers: { cookie: names.map((name) => `${name}=${visitor.cookie(url, name)}`).join('; ') } };
    }),
  ],
];
