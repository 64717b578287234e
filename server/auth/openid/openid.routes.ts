import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as openid from 'openid-client';
import type { OpenIdRefusal } from './refusals.ts';
import type { ServerContext } from '../../context.ts';
import { messageOf } from '../../errors.ts';
import { isAdmin } from '../../http/access.ts';
import { fail, failBare, failJson, failPage, failPlain, HttpError } from '../../http/errors.ts';
import { queryText } from '../../http/input.ts';
import { readHiddenAuthSettings } from '../../settings/auth-settings.ts';
import { loginJson } from '../../users/user-json.ts';
import { clearCookie, isHttps, setRefreshCookie, setSessionCookie } from '../cookies.ts';
import { signIn } from '../sign-in.ts';
import { accountOf, openIdRules } from './apply.ts';
import { describeClaims, scopesFor } from './scopes.ts';
import { answers, discover } from './discovery.ts';
import { createFlows, newState, type Flow } from './flows.ts';
import { configuredProvider, redeem } from './provider.ts';
import { reasonOf } from './reasons.ts';
import { baseOf, browserOf, ID_TOKEN_COOKIE, isVisit, lead, METHOD_COOKIE, setCookie, notifyOnPage } from './visit.ts';

/** Ten years, in seconds. */
const LONG = 315_360_000;

/** Ends a sign-in: the reason for a person, and the answer for a program. */
class Refused extends Error {
  readonly reason: OpenIdRefusal;
  readonly answer: HttpError;
  constructor(reason: OpenIdRefusal, answer: HttpError = fail(401, 'Unauthorized'), detail: string = reason) {
    super(detail);
    this.reason = reason;
    this.answer = answer;
  }
}

/**
 * Sign-in by OpenID Connect: to the provider, back with a code, and on with tokens, in a browser or in an app. In a
 * browser every failure leads to the sign-in page with its reason.
 */
export function registerOpenid(app: FastifyInstance, ctx: ServerContext): void {
  const flows = createFlows();

  const noteRefusal = (request: FastifyRequest, cause: unknown): OpenIdRefusal => {
    const reason = cause instanceof Refused ? cause.reason : reasonOf(cause);
    ctx.log.warn('OpenID', `No sign-in from ${request.ip}: ${reason} (${messageOf(cause)})`);
    return reason;
  };
  /** Wraps a handler: its refusals lead a person back to the sign-in page. */
  const report =
    (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      try {
        await ctx.limitAuth(request, reply);
        return await handler(request, reply);
      } catch (cause) {
        const reason = noteRefusal(request, cause);
        if (isVisit(request)) return notifyOnPage(ctx, reply, reason);
        if (cause instanceof Refused) throw cause.answer;
        throw reason === 'failed' || cause instanceof HttpError ? cause : answerOf(reason);
      }
    };

  const configured = (): openid.Configuration => {
    const provider = configuredProvider(ctx);
    if (!provider) throw new Refused('notConfigured', failPage(500));
    return provider;
  };

  app.get(
    '/auth/openid',
    report(async (request, reply) => {
      const responseType = queryText(request, 'response_type');
      if (responseType !== '' && responseType !== 'code')
        throw new Refused('failed', fail(400, 'Invalid response_type, only code supported'));
      const isApp = queryText(request, 'redirect_uri') !== '';
      const browser = browserOf(request) ?? setSessionCookie(reply);
      const flow = isApp ? appFlow(ctx, request, browser) : await webFlow(ctx, request, browser);
      const provider = configured();
      if (!(await answers(provider.serverMetadata().jwks_uri ?? ''))) throw new Refused('unreachable', fail(502));
      const state = isApp ? queryText(request, 'state') || newState() : newState();
      flows.begin(state, flow);
      if (flow.callback !== null) setCookie(reply, 'auth_cb', flow.callback, 120);
      setCookie(reply, METHOD_COOKIE, isApp ? 'openid-mobile' : 'openid', LONG);
      const challenge =
        flow.verifier === null
          ? queryText(request, 'code_challenge')
          : await openid.calculatePKCECodeChallenge(flow.verifier);
      const url = openid.buildAuthorizationUrl(provider, {
        scope: scopesFor(openIdRules(ctx)),
        response_type: 'code',
        redirect_uri: flow.redirectUri,
        state,
        ...(flow.nonce === null ? {} : { nonce: flow.nonce }),
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      return lead(reply, url.href);
    }),
  );

  app.get(
    '/auth/openid/callback',
    report(async (request, reply) => {
      const state = queryText(request, 'state');
      const browser = browserOf(request);
      const flow = flows.take(state, browser);
      if (typeof flow === 'string')
        throw new Refused(flow, fail(400, browser === undefined ? 'No session' : 'State parameter mismatch'));
      try {
        return await finish(request, reply, flow, state);
      } catch (cause) {
        // As on the real server, a refusal by provider or rules is shown on the page where the person began.
        if (flow.callback === null || isVisit(request)) throw cause;
        return notifyOnPage(ctx, reply, noteRefusal(request, cause));
      }
    }),
  );

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    flow: Flow,
    state: string,
  ): Promise<FastifyReply> {
    const returned = new URL(`${flow.redirectUri}?${request.url.split('?')[1] ?? ''}`);
    const verifier = flow.verifier ?? queryText(request, 'code_verifier');
    returned.searchParams.delete('code_verifier');
    const { claims, idToken } = await redeem(configured(), returned, {
      expectedState: state,
      pkceCodeVerifier: verifier,
      ...(flow.nonce === null ? {} : { expectedNonce: flow.nonce }),
    });
    const user = await accountOf(ctx, claims);
    if (typeof user === 'string') throw new Refused(user, undefined, describeClaims(claims, openIdRules(ctx)));
    const tokens = await signIn(ctx, user, request);
    ctx.log.info('OpenID', `User "${user.username}" signed in from ${request.ip}`);
    const secure = isHttps(request) ? ['Secure'] : [];
    setCookie(reply, ID_TOKEN_COOKIE, idToken, LONG, ...secure, 'SameSite=Strict');
    if (flow.callback === null) return reply.send(loginJson(ctx, user, tokens));
    setRefreshCookie(request, reply, tokens.refreshToken, ctx.config.refreshTokenExpiry);
    clearCookie(reply, 'auth_cb');
    const callback = new URL(flow.callback);
    callback.searchParams.set('setToken', user.token);
    callback.searchParams.set('accessToken', tokens.accessToken);
    return lead(reply, callback.href);
  }

  app.get(
    '/auth/openid/mobile-redirect',
    report(async (request, reply) => {
      const state = queryText(request, 'state');
      const flow = flows.peek(state);
      if (!flow || flow.appUri === null) throw new Refused('mismatch', fail(400, 'State parameter mismatch'));
      const query = new URLSearchParams({ code: queryText(request, 'code'), state });
      return lead(reply, `${flow.appUri}?${query.toString()}`);
    }),
  );

  app.get('/auth/openid/config', { preHandler: ctx.limitAuth }, async (request) => {
    const asker = await ctx.auth.askerOf(request);
    if (!asker) throw failBare(401);
    if (!isAdmin(asker.user)) throw fail(403);
    const issuer = queryText(request, 'issuer');
    if (issuer === '') throw fail(400, "Invalid request. Query param 'issuer' is required");
    const configuration = await discover(issuer);
    if (!configuration) throw fail(400, 'Failed to get openid configuration');
    return configuration;
  });
}

/** The answer that a program gets for a refusal. */
function answerOf(reason: OpenIdRefusal): HttpError {
  if (reason === 'unreachable') return failPlain(502, 'The identity provider did not answer');
  if (reason === 'expired') return failPlain(400, 'The code has expired or is of another sign-in');
  if (reason === 'denied') return failPlain(401, 'The sign-in was canceled');
  return failPlain(502, 'The identity provider and this server do not agree');
}

/** A sign-in that began on a page. Tokens go only to pages of this server. */
async function webFlow(ctx: ServerContext, request: FastifyRequest, browser: string): Promise<Omit<Flow, 'startedAt'>> {
  const callback = queryText(request, 'callback');
  if (callback === '') throw new Refused('failed', failJson(400, { message: 'No callback parameter' }));
  if (queryText(request, 'state') !== '')
    throw new Refused('failed', fail(400, 'Invalid state, not allowed on web flow'));
  const base = baseOf(ctx, request);
  const url = URL.canParse(callback, base) ? new URL(callback, base) : undefined;
  if (url?.host !== request.host || !/^https?:$/.test(url.protocol))
    throw new Refused('failed', fail(400, 'Invalid callback, only pages of this server are allowed'));
  return {
    browser,
    callback: url.href,
    redirectUri: `${base}/auth/openid/callback`,
    appUri: null,
    verifier: openid.randomPKCECodeVerifier(),
    nonce: openid.randomNonce(),
  };
}

/** A sign-in that began in an app, which keeps the verifier and gets the code. */
function appFlow(ctx: ServerContext, request: FastifyRequest, browser: string): Omit<Flow, 'startedAt'> {
  const appUri = queryText(request, 'redirect_uri');
  const allowed = readHiddenAuthSettings(ctx.store).authOpenIDMobileRedirectURIs;
  if (!(allowed.includes(appUri) || (allowed.includes('*') && /^[\w.+-]+:\/\//.test(appUri))))
    throw new Refused('failed', fail(400, 'Invalid redirect_uri'));
  if (queryText(request, 'code_challenge') === '') throw new Refused('failed', fail(400, 'Invalid code_challenge'));
  return {
    browser,
    callback: null,
    redirectUri: `${baseOf(ctx, request)}/auth/openid/mobile-redirect`,
    appUri,
    verifier: null,
    nonce: null,
  };
}
