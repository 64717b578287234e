import type { FastifyRequest } from 'fastify';
import type { ServerContext } from '../../context.ts';
import { readHiddenAuthSettings } from '../../settings/auth-settings.ts';
import { cookieOf } from '../cookies.ts';
import { baseOf, ID_TOKEN_COOKIE, METHOD_COOKIE } from './visit.ts';

/** Address that ends the provider's session, too; null without a sign-in by OpenID or without such an address. */
export function endSessionUrl(ctx: ServerContext, request: FastifyRequest): string | null {
  const method = cookieOf(request, METHOD_COOKIE);
  const address = ctx.settings.get().authOpenIDLogoutURL;
  if ((method !== 'openid' && method !== 'openid-mobile') || !address || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (method === 'openid') url.searchParams.set('post_logout_redirect_uri', `${baseOf(ctx, request)}/login`);
  url.searchParams.set('client_id', readHiddenAuthSettings(ctx.store).authOpenIDClientID ?? '');
  const idToken = cookieOf(request, ID_TOKEN_COOKIE);
  if (idToken !== undefined) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}
