import * as openid from 'openid-client';
import type { OpenIdRefusal } from './refusals.ts';
import { HttpError } from '../../http/errors.ts';

/** Maps a failure on the way to the provider or back to the reason that the person sees. */
export function reasonOf(cause: unknown): OpenIdRefusal {
  if (cause instanceof HttpError) return cause.status === 429 ? 'rateLimited' : 'failed';
  if (cause instanceof openid.AuthorizationResponseError)
    return cause.error === 'access_denied' ? 'denied' : 'misconfigured';
  if (cause instanceof openid.ResponseBodyError) return cause.error === 'invalid_grant' ? 'expired' : 'misconfigured';
  if (isNetwork(cause)) return 'unreachable';
  return cause instanceof openid.ClientError || cause instanceof openid.WWWAuthenticateChallengeError
    ? 'misconfigured'
    : 'failed';
}

/** No answer, a late one, or the error of a proxy whose server is down. */
function isNetwork(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code, cause: deeper } = cause as Error & { code?: string };
  if (code === 'OAUTH_TIMEOUT' || /^E[A-Z]+$/.test(code ?? '')) return true;
  if (cause.name === 'TimeoutError' || cause.message === 'fetch failed') return true;
  return deeper instanceof Response ? deeper.status >= 500 : isNetwork(deeper);
}
