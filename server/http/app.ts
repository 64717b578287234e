import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { metadataDir } from '../config.ts';
import type { ServerContext } from '../context.ts';
import type { User } from '../store/users.repo.ts';
import { HttpError, errorPage, failBare, failPlain } from './errors.ts';
import { addFinishing } from './finish.ts';
import { GUARDS } from './guards.ts';
import { hostRefusal } from './hosts.ts';
import { boundIncoming } from './incoming.ts';
import { readJson } from './json-body.ts';
import { failWrite } from './write-failures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Account of an authenticated call; read it only in routes that need one. */
    user: User;
    /** The sign-in of the token, if it has one. */
    sessionId: string | undefined;
  }
  interface FastifyContextConfig {
    /** Routes below `/api/` need an account unless they say `public`; others never do. */
    auth?: 'public';
    /** Most values of a JSON body, where it may be larger than usual. */
    mostValues?: number;
  }
}

/** Larger JSON bodies and forms are refused with 413; uploads are streamed and not limited by it. */
export const BODY_LIMIT = 10 * 1024 * 1024;
const FORM_LIMIT = 64 * 1024;

/** The Fastify app without routes: parsers, authentication, error forms, ETags and compression. */
export async function createApp(ctx: ServerContext): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 2000 },
    keepAliveTimeout: 72_000,
    requestTimeout: 0,
    // A slow disk must not end the start.
    pluginTimeout: 0,
    forceCloseConnections: true,
    // Only a reverse proxy on this machine is trusted with the client's address.
    trustProxy: 'loopback',
    logger: false,
  });
  addParsers(app);
  await app.register(multipart, { limits: { fileSize: Infinity, files: 2000, fields: 50, fieldSize: 16 * 1024 } });
  app.decorate('servedFolders', () => [
    metadataDir(ctx.config),
    ctx.settings.get().backupPath,
    ...ctx.store.libraries.all().flatMap(({ folders }) => folders.map(({ fullPath }) => fullPath)),
  ]);
  app.decorateRequest('user', null as unknown as User);
  app.decorateRequest('sessionId', undefined);
  boundIncoming(app, ctx.config.bodyStallMs);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(GUARDS);
    if (!ctx.isOurHost(request.headers.host)) throw failPlain(403, hostRefusal(request.headers.host));
    if (!needsAccount(request)) return;
    const asker = await ctx.auth.askerOf(request);
    if (!asker) throw failBare(401);
    request.user = asker.user;
    request.sessionId = asker.sessionId;
  });
  addFinishing(app);
  app.setErrorHandler((error: FastifyError | HttpError, request, reply) => answerError(ctx, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    void reply
      .code(404)
      .type('text/html; charset=utf-8')
      .send(errorPage(`Cannot ${request.method} ${pathOf(request)}`));
  });
  return app;
}

function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '/';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function needsAccount(request: FastifyRequest): boolean {
  if (request.routeOptions.config.auth === 'public') return false;
  return (request.routeOptions.url ?? request.url).startsWith('/api/');
}

/** No body and unknown types count as `{}`, as on the real server; JSON must be an object or a list. */
function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseSafely = app.getDefaultJsonParser('error', 'error');
  const parse = (text: string): unknown => {
    let parsed: unknown;
    parseSafely(undefined as never, text, (error, value) => {
      if (error) throw error;
      parsed = value;
    });
    return parsed;
  };
  const readBody = ({ headers, routeOptions }: FastifyRequest, body: IncomingMessage): Promise<unknown> =>
    readJson(body, parse, {
      mostBytes: routeOptions.bodyLimit,
      declaredBytes: Number(headers['content-length'] ?? 0),
      mostValues: routeOptions.config.mostValues,
    });
  app.addContentTypeParser('application/json', readBody);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null, {}));
}

function answerError(
  ctx: ServerContext,
  thrown: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const failure = thrown instanceof HttpError ? undefined : failWrite(thrown);
  if (failure) ctx.log.error('Server', `${request.method} ${pathOf(request)}: ${thrown.message}`);
  const error = failure ?? thrown;
  if (!(error instanceof HttpError)) {
    const status = error.statusCode ?? 500;
    if (status >= 500) ctx.log.error('Server', `${request.method} ${pathOf(request)}: ${error.stack ?? error.message}`);
    const phrase = status === 413 ? 'Payload Too Large' : status >= 500 ? 'Internal Server Error' : 'Bad Request';
    void reply.code(status).type('text/html; charset=utf-8').send(errorPage(phrase));
    return;
  }
  const phrase = error.message.slice(4);
  void reply.code(error.status);
  switch (error.body.kind) {
    case 'status':
      void reply.type('text/plain; charset=utf-8').send(phrase);
      return;
    case 'plain':
      void reply.type('text/plain; charset=utf-8').send(error.body.text);
      return;
    case 'text':
      void reply.type('text/html; charset=utf-8').send(error.body.text);
      return;
    case 'json':
      void reply.send(error.body.json);
      return;
    case 'bare':
      reply.hijack();
      reply.raw.writeHead(error.status, { ...GUARDS, 'content-length': Buffer.byteLength(phrase) });
      reply.raw.end(phrase);
      return;
    case 'page':
      void reply.type('text/html; charset=utf-8').send(errorPage(error.body.text));
  }
}
