import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const REFRESH_COOKIE = 'refresh_token';

/** The value of one cookie of a request. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return decodeOrKeep(pair.slice(at + 1).trim());
  }
  return undefined;
}

function decodeOrKeep(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The refresh token as a cookie that scripts cannot read; `Secure` when the request came by https. */
export function setRefreshCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  lifetimeSeconds: number,
): void {
  const expires = new Date(Date.now() + lifetimeSeconds * 1000).toUTCString();
  const secure = isHttps(request) ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${REFRESH_COOKIE}=${token}; Max-Age=${lifetimeSeconds}; Path=/; Expires=${expires}; HttpOnly${secure}; SameSite=Lax`,
  );
}

/**
 * A cookie of the browser session, as the real server sets one at sign-in and sign-out; a sign-in by OpenID ends in the
 * browser that began it, by this. Gives its value.
 */
export function setSessionCookie(reply: FastifyReply): string {
  const value = randomBytes(24).toString('base64url');
  void reply.header('set-cookie', `connect.sid=${value}; Path=/; HttpOnly`);
  return value;
}

/** Makes the browser forget a cookie of ours. */
export function clearCookie(reply: FastifyReply, name: string): void {
  void reply.header('set-cookie', `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`);
}

/** By the connection, or by what a reverse proxy says of its own. */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
}
