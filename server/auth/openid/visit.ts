import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenIdRefusal } from './refusals.ts';
import type { ServerContext } from '../../context.ts';
import { readHiddenAuthSettings } from '../../settings/auth-settings.ts';
import { cookieOf, isHttps } from '../cookies.ts';

/** The browser session that a sign-in by OpenID belongs to. */
export const BROWSER_COOKIE = 'connect.sid';
/** How somebody signed in; a sign-out leads to the provider's by it. */
export const METHOD_COOKIE = 'auth_method';
export const ID_TOKEN_COOKIE = 'openid_id_token';

/** Where this server is for the browser that asks, without a slash at the end. */
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

/** A page wants it, not a program: what goes wrong is told on the sign-in page, not in an answer that nobody reads. */
export const isVisit = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false;

/** Leads on as the real server does, which says so in the body too. */
export function lead(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .code(302)
    .headers({ location: url, 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(`Found. Redirecting to ${url}`);
}

/** Back to the sign-in page, which words the reason and waits for the person. */
export const tellOnPage = (ctx: ServerContext, reply: FastifyReply, reason: OpenIdRefusal): FastifyReply =>
  lead(reply, `${subfolderOf(ctx)}/login?error=${reason}&autoLaunch=0`);

/** `lifetime` in seconds. Without it the cookie lasts as long as the browser is open. */
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
