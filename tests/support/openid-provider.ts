import { generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Adapter, AdapterPayload, Provider } from 'oidc-provider';

/** The provider's claims of a person, beside `sub`, which is the name. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An identity provider on this machine. Its page has a button for each person, and one to refuse. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** Settings of a server that signs people in through it. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Ends it as a power cut does. */
  stop(): Promise<void>;
}

/** It warns of Node 20, where it works. */
async function loadProvider() {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return (await import('oidc-provider')).Provider;
  } finally {
    console.warn = warn;
  }
}

/** The data of one provider, for as long as it runs. */
function createMemory(): (model: string) => Adapter {
  const known = new Map<string, AdapterPayload>();
  const find = async (key: string) => known.get(key);
  return (model) => ({
    upsert: async (id, payload) => void known.set(`${model}:${id}`, payload),
    find: (id) => find(`${model}:${id}`),
    findByUid: async (uid) => [...known.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => void known.set(`${model}:${id}`, { ...known.get(`${model}:${id}`), consumed: Date.now() }),
    destroy: async (id) => void known.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of known) if (payload.grantId === grantId) known.delete(key);
    },
  });
}

const CLIENT = { client_id: 'earmark', client_secret: 'a secret of the provider' };
const jwk = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  alg: 'RS256',
  use: 'sig',
} as { kty: 'RSA' };

/** @param serverUrl address of the server whose people sign in here, without a slash at the end */
export async function startOpenIdProvider(serverUrl: string, people: People): Promise<OpenIdProvider> {
  let answer: http.RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await createProvider(issuer, serverUrl, people);
  const toProvider = provider.callback();
  answer = (request, response) => {
    const [, page, uid, choice] = new URL(request.url ?? '/', issuer).pathname.split('/');
    if (page !== 'interaction') return void toProvider(request, response);
    if (choice === undefined) return void response.setHeader('content-type', 'text/html').end(pageOf(uid, people));
    const result =
      choice === 'refuse' ? { error: 'access_denied' } : { login: { accountId: decodeURIComponent(choice) } };
    return void provider.interactionFinished(request, response, result);
  };
  return {
    issuer,
    settings: {
      authActiveAuthMethods: ['local', 'openid'],
      authOpenIDIssuerURL: issuer,
      authOpenIDAuthorizationURL: `${issuer}/auth`,
      authOpenIDTokenURL: `${issuer}/token`,
      authOpenIDUserInfoURL: `${issuer}/me`,
      authOpenIDJwksURL: `${issuer}/jwks`,
      authOpenIDLogoutURL: `${issuer}/session/end`,
      authOpenIDClientID: CLIENT.client_id,
      authOpenIDClientSecret: CLIENT.client_secret,
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function createProvider(issuer: string, serverUrl: string, people: People): Promise<Provider> {
  const Provider = await loadProvider();
  const ofProfile = [...new Set(Object.values(people).flatMap((claims) => Object.keys(claims)))];
  return new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: ['callback', 'mobile-redirect'].map((name) => `${serverUrl}/auth/openid/${name}`),
        post_logout_redirect_uris: [`${serverUrl}/login`],
      },
    ],
    adapter: createMemory(),
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the provider'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ofProfile, email: ['email', 'email_verified'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Provider</title><h1>Sign out?</h1>${form}
            <button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
        },
      },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    // There is no question about Earmark's access.
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      if (!client || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
}

const pageOf = (uid = '', people: People): string => `<!doctype html>
<html lang="en"><title>Provider</title><h1>Who are you?</h1>
${Object.keys(people)
  .map((name) => `<form action="/interaction/${uid}/${encodeURIComponent(name)}"><button>${name}</button></form>`)
  .join('\n')}
<form action="/interaction/${uid}/refuse"><button>Refuse</button></form></html>`;
