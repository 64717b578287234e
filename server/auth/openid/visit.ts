import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenIdRefusal } from './refusals.ts';
import type { ServerContext } from '../../context.ts';
import { readHiddenAuthSettings } from '../../settings/auth-settings.ts';
import { cookieOf, isHttps } from '../cookies.ts';

/** Cookie of the browser session that a sign-in by OpenID belongs to. */
export const BROWSER_COOKIE = 'connect.sid';
/** Cookie with the way of signing in; decides whether sign-out also goes to the provider. */
export const METHOD_COOKIE = 'auth_method';
export const ID_TOKEN_COOKIE = 'openid_id_token';

/** Address of this server as the browser sees it, without a slash at the end. */
export function baseOf(ctx: ServerContext, request: FastifyRequest): string {
  const protocol = isHttps(request) ? 'https' : 'http';
  return `${protocol}://${request.host}${subfolderOf(ctx)}`;
}

export function subfolderOf(ctx: ServerContext): string {
  const folder = (readHiddenAuthSettings(ctx.store).authOpenIDSubfolderForRedirectURLs ?? '').replaceAll(
    /^\/+|\/+$/g,
    '',
  );
  return /^[\w./-]+$/.test(folder) ? `/${folder}` : '';
}

/** A page requests it, not a program: failures are shown on the sign-in page. */
export const isVisit = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false;

/** Redirects as the real server does, with the address in the body, too. */
export function lead(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .code(302)
    .headers({ location: url, 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(`Found. Redirecting to ${url}`);
}

/** Back to the sign-in page, which shows the reason. */
export const notifyOnPage = (ctx: ServerContext, reply: FastifyReply, reason: OpenIdRefusal): FastifyReply =>
  lead(reply, `${subfolderOf(ctx)}/login?error=${reason}&autoLaunch=0`);

/** `lifetime` in seconds. Without it the cookie lasts until the browser closes. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  lifetime: number,
  ...flags: string[]
): void {
  const expires = new Date(Date.now() + lifetime * 1000).toUTCString();
  const parts = [
    `${name}=${encodeURIComponent(value)}`,
    `Max-Age=${lifetime}`,
    'Path=/',
    `Expires=${expires}`,
    'HttpOnly',
    ...flags,
  ];
  void reply.header('set-cookie', parts.join('; '));
}

export const browserOf = (request: FastifyRequest): string | undefined => cookieOf(request, BROWSER_COOKIE);
