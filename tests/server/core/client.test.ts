import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { RELEASES_URL } from '../../../src/schemas/release.ts';

const script = "document.documentElement.dataset.theme='dark'";
const page = `<!doctype html><html><head><script>${script}</script><script type="module" src="/assets/main-abc.js"></script></head></html>`;
const code = 'console.log("hello");'.repeat(50);

describe('serving the client', () => {
  let server: TestServer;
  let clientDir: string;
  beforeAll(async () => {
    clientDir = fs.mkdtempSync(path.join(os.tmpdir(), 'earmark-client-'));
    fs.mkdirSync(path.join(clientDir, 'assets'));
    fs.writeFileSync(path.join(clientDir, 'index.html'), page);
    fs.writeFileSync(path.join(clientDir, 'assets/main-abc.js'), code);
    fs.writeFileSync(path.join(clientDir, 'assets/main-abc.js.br'), brotliCompressSync(code));
    fs.writeFileSync(path.join(clientDir, 'assets/main-abc.js.gz'), gzipSync(code));
    server = await startServer({ clientDir });
  });
  afterAll(async () => {
    await server.stop();
    fs.rmSync(clientDir, { recursive: true });
  });

  it.each(['/', '/login', '/library/1/bookshelf', '/item/a%20c'])(
    'answers the page %s with an index.html that is always revalidated',
    async (target) => {
      const answer = await server.anonymous.get(target);
      expect([answer.status, answer.type, answer.headers.get('cache-control'), answer.body]).toEqual([
        200,
        'text/html',
        'no-cache',
        page,
      ]);
    },
  );

  it('answers 304 for a page that the browser has', async () => {
    const first = await server.anonymous.get('/');
    const again = await server.anonymous.get('/', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('allows only own scripts and the inline ones of the page, by hash', async () => {
    const policy = (await server.anonymous.get('/')).headers.get('content-security-policy') ?? '';
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
    );
    expect(directives['script-src']).toEqual([
      "'self'",
      `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ]);
    expect(directives['object-src']).toEqual(["'none'"]);
    expect(directives['frame-ancestors']).toEqual(["'none'"]);
    expect(directives['connect-src']).toContain(server.url.replace('http', 'ws'));
    expect(directives['connect-src']?.filter((source: string) => source.startsWith('http'))).toEqual([RELEASES_URL]);
  });

  it('allows a worker only own code and WebAssembly', async () => {
    const policy = (await server.anonymous.get('/assets/main-abc.js')).headers.get('content-security-policy');
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
  });

  it('allows frames only when the server settings do', async () => {
    server.ctx.settings.update({ allowIframe: true });
    const policy = (await server.anonymous.get('/')).headers.get('content-security-policy');
    server.ctx.settings.update({ allowIframe: false });
    expect(policy).not.toContain('frame-ancestors');
  });

  it('allows the Cast framework only when the server settings do, and nothing else of its host', async () => {
    const scripts = async () =>
      /script-src ([^;]*)/
        .exec((await server.anonymous.get('/')).headers.get('content-security-policy') ?? '')?.[1]
        ?.split(' ')
        .filter((source) => source.startsWith('http'));
    expect(await scripts()).toEqual([]);
    server.ctx.settings.update({ chromecastEnabled: true });
    expect(await scripts()).toEqual([
      'https://www.gstatic.com/cv/js/sender/v1/',
      'https://www.gstatic.com/cast/sdk/libs/sender/1.0/',
      'https://www.gstatic.com/eureka/clank/',
    ]);
    server.ctx.settings.update({ chromecastEnabled: false });
  });

  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip;q=1.0, br;q=0'],
    [null, 'identity'],
  ])('sends hashed assets as %s for ever', async (encoding, accepted) => {
    const answer = await server.anonymous.get('/assets/main-abc.js', { 'accept-encoding': accepted });
    expect([answer.headers.get('content-encoding'), answer.headers.get('cache-control'), answer.body]).toEqual([
      encoding,
      'public, max-age=31536000, immutable',
      code,
    ]);
  });

  it.each(['/assets/missing.js', '/favicon.ico', '/status/x', '/api/nothing', '/..%2f..%2fetc%2fpasswd.txt'])(
    'does not answer %s with the page',
    async (target) => {
      const answer = await server.anonymous.get(target);
      expect([401, 404]).toContain(answer.status);
      expect(answer.body).not.toBe(page);
    },
  );
});
