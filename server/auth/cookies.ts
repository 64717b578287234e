import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const REFRESH_COOKIE = 'refresh_token';

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

/** Sets the refresh token as a cookie that scripts cannot read; `Secure` when the request came by https. */
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
 * Sets a cookie of the browser session and returns its value. As on the real server, sign-in and sign-out set it; it
 * ties a sign-in by OpenID to the browser that began it.
 */
export function setSessionCookie(reply: FastifyReply): string {
  const value = randomBytes(24).toString('base64url');
  void reply.header('set-cookie', `connect.sid=${value}; Path=/; HttpOnly`);
  return value;
}

export function clearCookie(reply: FastifyReply, name: string): void {
  void reply.header('set-cookie', `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`);
}

/** By the connection, or by the headers of our reverse proxy. */
export function isHttps(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.headers['x-forwarded-proto'] === 'https';
}
