import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { isAdmin } from '../http/access.ts';
import { fail, failBare, failJson, failPage } from '../http/errors.ts';
import { isRecord, queryText } from '../http/input.ts';

/** Sign-in by OpenID answers like a server where none is configured; only the look-up of a provider works. */
export function registerOpenid(app: FastifyInstance, ctx: ServerContext): void {
  const limited = { preHandler: ctx.limitAuth };

  app.get('/auth/openid', limited, async (request) => {
    const responseType = queryText(request, 'response_type');
    if (responseType !== '' && responseType !== 'code') throw fail(400, 'Invalid response_type, only code supported');
    if (queryText(request, 'callback') === '') throw failJson(400, { message: 'No callback parameter' });
    if (queryText(request, 'state') !== '') throw fail(400, 'Invalid state, not allowed on web flow');
    throw failPage(500);
  });
  app.get('/auth/openid/callback', limited, async () => {
    throw fail(400, 'No session');
  });
  app.get('/auth/openid/mobile-redirect', limited, async () => {
    throw fail(400, 'State parameter mismatch');
  });
  app.get('/auth/openid/config', limited, async (request) => {
    const asker = await ctx.auth.askerOf(request);
    if (!asker) throw failBare(401);
    if (!isAdmin(asker.user)) throw fail(403);
    const issuer = queryText(request, 'issuer');
    if (issuer === '') throw fail(400, "Invalid request. Query param 'issuer' is required");
    const configuration = await fetchConfiguration(issuer);
    if (!configuration) throw fail(400, 'Failed to get openid configuration');
    return configuration;
  });
}

const MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
  'jwks_uri',
  'id_token_signing_alg_values_supported',
];

async function fetchConfiguration(issuer: string): Promise<Record<string, unknown> | undefined> {
  try {
    const answer = await fetch(
      `${issuer.replace(/\/+$/, '').replace(/\/\.well-known\/openid-configuration$/, '')}/.well-known/openid-configuration`,
      {
        signal: AbortSignal.timeout(10_000),
      },
    );
    const json: unknown = answer.ok ? await answer.json() : undefined;
    return isRecord(json)
      ? Object.fromEntries(MEMBERS.filter((member) => member in json).map((member) => [member, json[member]]))
      : undefined;
  } catch {
    return undefined;
  }
}
