import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { downloadOutside, fetchJson, fetchOutside, isPrivateAddress } from '../../../server/http/outside.ts';
import { decodeXml } from '../../../server/items/decode-text.ts';
import { parseRss } from '../../../server/podcasts/rss-feed.ts';
import { at, listAt } from '../library/support.ts';
import { startWeb, type Web } from '../../support/web.ts';
import { episodeFile, feedXml, publishedAt, startPodcasts, type PodcastServer } from './support.ts';

const REFUSED = 'Podcast RSS feed request failed or invalid response data';
let web: Web;
beforeAll(async () => {
  web = await startWeb();
  web.handle('/inside', (_request, response) => void response.writeHead(302, { location: `${web.url}/secret` }).end());
  web.handle(
    '/endless',
    (request, response) =>
      void response
        .writeHead(302, { location: `/endless?${Number(new URL(request.url ?? '', web.url).search.slice(1)) + 1}` })
        .end(),
  );
  web.handle(
    '/to-file',
    (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  );
  web.handle('/never', () => undefined);
  web.handle('/drip', (_request, response) => {
    const timer = setInterval(() => response.write('<'), 20);
    response.on('close', () => clearInterval(timer));
  });
  web.handle('/large', (_request, response) => void response.end(Buffer.alloc(100_000)));
  web.answer('/secret', '{"secret":true}', 'application/json');
});
afterAll(() => web.stop());

describe('addresses on the own network', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.1.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('include %s', (address) => expect(isPrivateAddress(address)).toBe(true));
  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('do not include %s', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  );

  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])(
    'are not requested as %s',
    async (host) => {
      const requested = web.requested.length;
      await expect(fetchOutside(`http://${host}:${new URL(web.url).port}/secret`, { maxBytes: 1000 })).rejects.toThrow(
        /is not public/,
      );
      expect(web.requested).toHaveLength(requested);
    },
  );

  test('are not reached by a redirect from an allowed address', async () => {
    const other = await startWeb();
    other.handle(
      '/feed',
      (_request, response) => void response.writeHead(302, { location: `${web.url}/secret` }).end(),
    );
    const requested = web.requested.length;
    await expect(fetchOutside(`${other.url}/feed`, { maxBytes: 1000, trustedOrigin: other.url })).rejects.toThrow(
      /is not public/,
    );
    expect([other.requested, web.requested.length]).toEqual([['/feed'], requested]);
    await other.stop();
  });
});

describe('an outgoing call', () => {
  const options = { maxBytes: 1000, allowPrivate: true };
  test('follows redirects, but not endlessly and not to files', async () => {
    expect(await fetchJson(`${web.url}/inside`, options)).toEqual({ secret: true });
    await expect(fetchOutside(`${web.url}/endless`, options)).rejects.toThrow('Too many redirects');
    await expect(fetchOutside(`${web.url}/to-file`, options)).rejects.toThrow('file: is not supported');
    await expect(fetchOutside('file:///etc/passwd', options)).rejects.toThrow('file: is not supported');
  });

  test.each(['/never', '/drip'])('ends in time at %s', async (place) => {
    await expect(fetchOutside(`${web.url}${place}`, { ...options, timeoutMs: 300 })).rejects.toThrow(
      'The server did not answer in time',
    );
  });

  test('stops at its size limit', async () => {
    await expect(fetchOutside(`${web.url}/large`, options)).rejects.toThrow('The answer is too large');
    const file = path.join(fs.mkdtempSync('/tmp/earmark-outside-'), 'file');
    await expect(downloadOutside(`${web.url}/large`, file, options)).rejects.toThrow('The answer is too large');
    expect(fs.existsSync(file)).toBe(false);
    fs.rmSync(path.dirname(file), { recursive: true });
  });

  test.each([
    ['gzip', zlib.gzipSync],
    ['x-gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['br', zlib.brotliCompressSync],
  ])('unpacks %s, and stops at its size limit for a bomb', async (encoding, pack) => {
    const send = (place: string, body: Buffer) =>
      web.handle(place, (_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/plain' }).end(pack(body));
      });
    send('/packed', Buffer.from('unpacked'));
    send('/bomb', Buffer.alloc(50_000_000));
    web.handle('/cut', (_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('cut off')).subarray(0, 5));
    });
    expect((await fetchOutside(`${web.url}/packed`, options)).body.toString()).toBe('unpacked');
    await expect(fetchOutside(`${web.url}/bomb`, options)).rejects.toThrow('The answer is too large');
    await expect(fetchOutside(`${web.url}/cut`, options)).rejects.toThrow('unexpected end of file');
  });

  test('keeps its secrets from the target of a redirect', async () => {
    const other = await startWeb();
    other.handle('/on', (_request, response) => void response.writeHead(302, { location: `${web.url}/secret` }).end());
    await fetchJson(`${other.url}/on`, { ...options, headers: { authorization: 'secret' } });
    expect([other.headers[0]?.authorization, web.headers.at(-1)?.authorization]).toEqual(['secret', undefined]);
    await other.stop();
  });
});

describe('a feed', () => {
  const bytes = (...parts: readonly (string | number)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
  test.each([
    ['as its header says', bytes('caf', 0xe9), 'text/xml; charset=iso-8859-1', 'café'],
    ['as its declaration says', bytes(declared('windows-1251'), 0xc6), 'text/xml', `${declared('windows-1251')}Ж`],
    ['as UTF-8, where nobody says', bytes('café'), 'text/xml', 'café'],
    ['as Western text, where it says UTF-8 and is not', bytes('caf', 0xe9), 'text/xml; charset=utf-8', 'café'],
    [
      'by its declaration, where the header is wrong',
      bytes(declared('latin1'), 0xe9),
      'a; charset=utf-8',
      `${declared('latin1')}é`,
    ],
    ['as UTF-8, where the encoding is made up', bytes('café'), 'text/xml; charset=nonsense', 'café'],
  ])('is read %s', (_how, body, contentType, text) => expect(decodeXml(body, contentType)).toBe(text));

  const names = (xml: string) => parseRss(xml, 'http://x/feed')?.episodes.map(({ title }) => title) ?? null;
  test('with markup and scripts becomes safe text', () => {
    const more = `<itunes:summary>x</itunes:summary><psc:chapters><psc:chapter start="00:00:00.000" title="Intro"/><psc:chapter start="10" title="End"/></psc:chapters>`;
    const hostile =
      '<p onclick="x()">Hello</p><script>alert(1)</script><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">a</a><iframe src="//evil"></iframe>';
    const xml = feedXml('http://x', 'T &lt;script&gt;', [{ number: 1, title: '&lt;b&gt;One', more }])
      .replace('<p>About <strong>&lt;b&gt;One</strong>.</p>', hostile)
      .replace('<p>A podcast called', `${hostile}<p>A podcast called`);
    const feed = parseRss(xml, 'http://x/feed');
    expect([feed?.episodes[0]?.description, feed?.episodes[0]?.descriptionPlain, feed?.metadata.description]).toEqual([
      '<p>Hello</p><a>a</a>',
      'Helloa',
      '<p>Hello</p><a>a</a><p>A podcast called <em>T &lt;script&gt;</em>.</p>',
    ]);
    expect(feed?.episodes[0]?.chapters).toEqual([
      { id: 0, start: 0, end: 10, title: 'Intro' },
      { id: 1, start: 10, end: 18, title: 'End' },
    ]);
  });

  test('that defines entities is no feed', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "${'z'.repeat(1000)}">${Array.from({ length: 9 }, (_, index) => `<!ENTITY b${index} "${'&a;'.repeat(50)}">`).join('')}]>`;
    expect(names(bomb + feedXml('http://x', '&b8;', [{ number: 1, title: '&b8;' }]))).toBeNull();
    expect(
      names(
        `<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>${feedXml('http://x', '&f;', [{ number: 1, title: '&f;' }])}`,
      ),
    ).toBeNull();
  });

  test.each([
    ['nested without end', '<a>'.repeat(100_000)],
    ['of open brackets', '<'.repeat(1_000_000)],
    ['of declarations', '<!DOCTYPE '.repeat(200_000)],
    ['that reaches for prototypes', '<rss><__proto__><x/></__proto__></rss>'],
    ['of bytes', '\u0000\uffff'.repeat(1000)],
  ])('%s is no feed, and quickly', (_how, xml) => {
    const start = performance.now();
    expect(names(xml)).toBeNull();
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('has no episode without a web address or without a file', () => {
    const xml = feedXml('http://x', 'T', [
      { number: 1, title: 'File', url: 'file:///etc/passwd' },
      { number: 2, title: 'Data', url: 'data:audio/mpeg,x' },
      { number: 3, title: 'Web', url: 'https://x/1.mp3' },
      { number: 4, title: 'No file', url: 'https://x/none' },
    ]).replace(/<enclosure url="https:\/\/x\/none"[^>]*>/, '');
    expect(names(xml)).toEqual(['Web']);
  });

  test('keeps episodes of the same guid apart, and an invalid date as none', () => {
    const entries = [1, 2, 3].map((number) => ({ number, title: `Episode ${number}` }));
    const xml = feedXml('http://x', 'T', entries)
      .replaceAll(/guid-\d/g, 'same')
      .replace(new Date(publishedAt(1)).toUTCString(), 'the day before yesterday')
      .replace(new Date(publishedAt(2)).toUTCString(), 'Sat, 01 Jan 999999 00:00:00 GMT');
    const episodes = parseRss(xml, 'http://x/feed')?.episodes ?? [];
    expect(episodes.map(({ guid, publishedAt: moment }) => [guid, moment])).toEqual([
      ['same', null],
      ['same', null],
      ['same', publishedAt(3)],
    ]);
  });

  test('of 12 MB is read whole, one of 20 MB is refused, quickly', () => {
    const feedOf = (length: number) => {
      const notes = `<itunes:summary>${'x'.repeat(length)}</itunes:summary>`;
      const entries = Array.from({ length: 1000 }, (_, index) => ({ number: 1, title: `E${index}`, more: notes }));
      return feedXml('http://x', 'Long', entries);
    };
    expect(names(feedOf(12_000))).toHaveLength(1000);
    const start = performance.now();
    expect(names(feedOf(20_000))).toBeNull();
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('the server', () => {
  let guarded: PodcastServer;
  beforeAll(async () => {
    guarded = await startPodcasts({ allowPrivateRequests: false, feedTimeoutMs: 300 });
    guarded.web.answer('/feed.xml', feedXml(guarded.web.url, 'Inside', [{ number: 1, title: 'One' }]));
  });
  afterAll(() => guarded.stop());

  test('reads no feed, cover or episode from its own network unless allowed', async () => {
    const feed = await guarded.root.send('POST', '/api/podcasts/feed', { rssFeed: `${guarded.web.url}/feed.xml` });
    expect([feed.status, feed.body]).toEqual([404, `${REFUSED}: The address 127.0.0.1 is not public`]);
    const made = await guarded.root.send('POST', '/api/podcasts', {
      path: path.join(guarded.folder, 'P'),
      folderId: guarded.library.folders[0]?.id,
      libraryId: guarded.library.id,
      media: {
        metadata: { title: 'P', feedUrl: `${guarded.web.url}/feed.xml`, imageUrl: `${guarded.web.url}/cover.jpg` },
      },
    });
    expect([made.status, at(made.body, 'media', 'coverPath')]).toEqual([200, null]);
    await guarded.root.send('POST', `/api/podcasts/${at(made.body, 'id')}/download-episodes`, [
      { title: 'One', enclosure: { url: `${guarded.web.url}/ep1.mp3` } },
    ]);
    await vi.waitFor(() =>
      expect(
        guarded.announcements
          .filter(({ event }) => event === 'episode_download_finished')
          .map(({ payload }) => at(payload, 'failed')),
      ).toEqual([true]),
    );
    expect((await guarded.root.get(`/api/podcasts/${at(made.body, 'id')}/checknew`)).body).toEqual({ episodes: [] });
    expect([guarded.web.requested, fs.readdirSync(path.join(guarded.folder, 'P'))]).toEqual([[], []]);
  });

  test.each(['file:///etc/passwd', 'ftp://x/feed', 'javascript:alert(1)', '', 5, null])(
    'refuses %j as the address of a feed',
    async (rssFeed) => {
      expect((await guarded.root.send('POST', '/api/podcasts/feed', { rssFeed })).status).toBe(400);
    },
  );

  test('does not wait for a slow feed', async () => {
    const slow = await startPodcasts({ feedTimeoutMs: 300 });
    const leave = vi.fn();
    slow.web.handle('/drip', (_request, response) => {
      const timer = setInterval(() => response.write('<rss>'), 20);
      response.on('close', () => {
        clearInterval(timer);
        leave();
      });
    });
    const { status, body } = await slow.root.send('POST', '/api/podcasts/feed', { rssFeed: `${slow.web.url}/drip` });
    expect([status, body]).toEqual([404, `${REFUSED}: The server did not answer in time`]);
    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
    await slow.stop();
  });

  test('refuses a feed that is endless, unpacks too large or leads elsewhere, with a reason', async () => {
    const open = await startPodcasts();
    const piece = Buffer.from(feedXml(open.web.url, 'Endless', [{ number: 1, title: 'x'.repeat(1_000_000) }]));
    const leave = vi.fn();
    open.web.handle('/endless', (_request, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', pour).on('close', leave);
      pour();
    });
    open.web.handle('/bomb', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(Buffer.alloc(200_000_000, piece)));
    });
    open.web.answer('/large', Buffer.alloc(20_000_000, piece));
    const lead = (from: string, location: string) =>
      open.web.handle(from, (_request, response) => void response.writeHead(302, { location }).end());
    lead('/circle', '/circle');
    lead('/file', 'file:///etc/passwd');
    const reasons = [
      ['/endless', ': The answer is too large'],
      ['/bomb', ': The answer is too large'],
      ['/large', ': The answer is too large'],
      ['/circle', ': Too many redirects'],
      ['/file', ': file: is not supported'],
      ['/nothing', ': Request failed with status code 404'],
    ];
    for (const [place, reason] of reasons) {
      const rssFeed = `${open.web.url}${place}`;
      const { status, body } = await open.root.send('POST', '/api/podcasts/feed', { rssFeed });
      expect([place, status, body]).toEqual([place, 404, REFUSED + reason]);
    }
    await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
    await open.stop();
  });

  test('tells episodes of the same guid apart by their files: each one is found, loaded once and matched with its own', async () => {
    const twin = await startPodcasts();
    const entries = [1, 2, 3].map((number) => ({ number, title: `Episode ${number}` }));
    twin.web.answer('/feed', feedXml(twin.web.url, 'Twins', entries).replaceAll(/guid-\d/g, 'same'));
    for (const number of [1, 2, 3]) twin.web.answer(`/ep${number}.mp3`, episodeFile(`0${number}`), 'audio/mpeg');
    const { body: feed } = await twin.root.send('POST', '/api/podcasts/feed', { rssFeed: `${twin.web.url}/feed` });
    const made = await twin.root.send('POST', '/api/podcasts', {
      folderId: twin.library.folders[0]?.id,
      libraryId: twin.library.id,
      media: { metadata: { title: 'Twins', feedUrl: `${twin.web.url}/feed` } },
    });
    const id = String(at(made.body, 'id'));
    const titles = async () =>
      listAt((await twin.root.get(`/api/items/${id}?expanded=1`)).body, 'media', 'episodes').map((one) => [
        at(one, 'title'),
        at(one, 'subtitle'),
      ]);
    await twin.root.send(
      'POST',
      `/api/podcasts/${id}/download-episodes`,
      listAt(feed, 'podcast', 'episodes').slice(0, 1),
    );
    await vi.waitFor(async () => expect(await titles()).toEqual([['Episode 1', 'Subtitle 1']]));
    await twin.root.send('PATCH', `/api/items/${id}/media`, { lastEpisodeCheck: 1 });
    const { body: found } = await twin.root.get(`/api/podcasts/${id}/checknew`);
    expect(listAt(found, 'episodes').map((one) => at(one, 'title'))).toEqual(['Episode 2', 'Episode 3']);
    const all = [1, 2, 3].map((number) => [`Episode ${number}`, `Subtitle ${number}`]);
    await vi.waitFor(async () => expect(await titles()).toEqual(all));
    expect((await twin.root.send('POST', `/api/podcasts/${id}/match-episodes?override=1`, {})).status).toBe(200);
    expect([await titles(), at((await twin.root.get(`/api/podcasts/${id}/checknew`)).body, 'episodes')]).toEqual([
      all,
      [],
    ]);
    await twin.stop();
  });

  test('closes while an episode loads, and leaves no part of it', async () => {
    const closing = await startPodcasts();
    closing.web.handle('/never.mp3', (_request, response) => void response.write('x'));
    const made = await closing.root.send('POST', '/api/podcasts', {
      folderId: closing.library.folders[0]?.id,
      libraryId: closing.library.id,
      media: { metadata: { title: 'P' } },
    });
    const urls = ['never', 'next'].map((name) => ({
      title: name,
      enclosure: { url: `${closing.web.url}/${name}.mp3` },
    }));
    await closing.root.send('POST', `/api/podcasts/${at(made.body, 'id')}/download-episodes`, urls);
    await vi.waitFor(() => expect(fs.readdirSync(path.join(closing.folder, 'P'))).toHaveLength(1));
    await closing.close();
    expect([fs.readdirSync(path.join(closing.folder, 'P')), closing.web.requested]).toEqual([[], ['/never.mp3']]);
    await closing.stop();
  });

  test('refuses a list of feeds that is a bomb', async () => {
    const bomb = `<!DOCTYPE opml [<!ENTITY a "${'z'.repeat(1000)}">]><opml><body><outline type="rss" text="&a;" xmlUrl="http://x/y"/></body></opml>`;
    const lists = await Promise.all(
      [bomb, '<opml>'.repeat(50_000), '<opml><body><outline xmlUrl="javascript:1"/></body></opml>'].map((opmlText) =>
        guarded.root.send('POST', '/api/podcasts/opml/parse', { opmlText }),
      ),
    );
    expect(lists.map(({ status, body }) => [status, listAt(body, 'feeds')])).toEqual([
      [200, []],
      [200, []],
      [200, []],
    ]);
  });
});
