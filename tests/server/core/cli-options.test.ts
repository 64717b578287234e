import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../server/cli-options.ts';
import { StartError } from '../../../server/errors.ts';

describe('the command line', () => {
  it('starts the demo on loopback with its own data without arguments', () => {
    expect(readOptions([], {})).toMatchObject({
      kind: 'server',
      config: {
        host: '127.0.0.1',
        port: 3378,
        demo: true,
        bookFolders: [],
        podcastFolders: [],
        dataDir: expect.stringMatching(/data[\\/]demo$/),
      },
    });
  });

  it('serves own folders without the demo', () => {
    const choice = readOptions(
      [
        '--books',
        '/a',
        '--books',
        '/b',
        '--podcasts',
        '/c',
        '--data',
        '/d',
        '--port',
        '0',
        '--access-token-expiry',
        '5',
      ],
      {},
    );
    expect(choice).toMatchObject({
      kind: 'server',
      config: {
        demo: false,
        bookFolders: ['/a', '/b'],
        podcastFolders: ['/c'],
        dataDir: path.resolve('/d'),
        port: 0,
        accessTokenExpiry: 5,
      },
    });
  });

  it.each([
    [[], {}, { base: '', hasOwnHost: false }],
    [['--base', 'earmark/', '--upstream-own-host'], {}, { base: '/earmark', hasOwnHost: true }],
    [[], { BASE_PATH: '/a/b', UPSTREAM_OWN_HOST: '1' }, { base: '/a/b', hasOwnHost: true }],
  ])('%j with %j serves an upstream with %j', (args, env, expected) => {
    expect(readOptions(['--upstream', 'http://nas.local:13378', ...args], env)).toMatchObject(expected);
  });

  it('refuses an invalid base path', () => {
    expect(() => readOptions(['--base', '/../x'], {})).toThrow(StartError);
  });

  it('prefers an option over the environment and the environment over the default', () => {
    const env = {
      PORT: '4000',
      HOST: '127.0.0.2',
      DATA_DIR: '/e',
      REFRESH_TOKEN_EXPIRY: '60',
      RATE_LIMIT_AUTH_MAX: '0',
    };
    expect(readOptions(['--port', '4001'], env)).toMatchObject({
      config: {
        port: 4001,
        host: '127.0.0.2',
        dataDir: path.resolve('/e'),
        refreshTokenExpiry: 60,
        rateLimit: { max: 0, windowMs: 600_000 },
      },
    });
  });

  it('allows feeds from the own network only by an option', () => {
    expect(readOptions([], {})).toMatchObject({ config: { allowPrivateRequests: false } });
    expect(readOptions([], { ALLOW_PRIVATE_FEEDS: '1' })).toMatchObject({ config: { allowPrivateRequests: true } });
    expect(readOptions([], { PODCAST_DIRECTORY: 'http://a.example/d/' })).toMatchObject({
      config: { searchServices: { itunes: 'http://a.example/d' } },
    });
    expect(() => readOptions([], { PODCAST_DIRECTORY: 'nowhere' })).toThrow('PODCAST_DIRECTORY');
  });

  it('takes its host names from options or, with commas, from the environment', () => {
    expect(readOptions(['--allow-host', 'a.example', '--allow-host', 'b.example'], {})).toMatchObject({
      config: { allowedHosts: ['a.example', 'b.example'] },
    });
    expect(readOptions(['--upstream', 'http://abs.example'], { ALLOW_HOST: 'a.example, b.example' })).toMatchObject({
      allowedHosts: ['a.example', 'b.example'],
    });
    expect(readOptions([], {})).toMatchObject({ config: { allowedHosts: [] } });
  });

  it('refuses the demo accounts on an address that others reach', () => {
    expect(() => readOptions(['--host', '0.0.0.0'], {})).toThrow(
      /known passwords and only listens on this machine, not on 0\.0\.0\.0/,
    );
    expect(() => readOptions(['--host', '127.evil.example'], {})).toThrow(StartError);
    expect(readOptions(['--host', '0.0.0.0', '--books', '/a'], {})).toMatchObject({
      config: { demo: false, host: '0.0.0.0' },
    });
  });

  it('passes everything to an upstream if one is given', () => {
    expect(readOptions(['--upstream', 'https://abs.example/audiobookshelf'], {})).toMatchObject({
      kind: 'proxy',
      host: '127.0.0.1',
      port: 3378,
    });
    expect(readOptions([], { ABS_URL: 'http://abs.example' })).toMatchObject({ kind: 'proxy', casting: false });
  });

  it('allows casting in front of an upstream only by an option', () => {
    const address = 'http://abs.example';
    expect(readOptions(['--upstream', address, '--casting'], {})).toMatchObject({ casting: true });
    expect(readOptions([], { ABS_URL: address, CASTING: '1' })).toMatchObject({ casting: true });
  });

  it.each([
    [['--port', 'many'], '--port has to be a whole number up to 65535, not "many".'],
    [['--port', '70000'], '--port has to be a whole number up to 65535, not "70000".'],
    [['--upstream', 'ftp://x'], '--upstream has to be an http or https address, not "ftp://x".'],
    [['--demo', '--books', '/a'], '--demo brings its own folders: leave out --books and --podcasts, or --demo.'],
  ])('refuses %j with one clear line', (args, line) => {
    expect(() => readOptions(args, {})).toThrow(new StartError(line));
  });
});
