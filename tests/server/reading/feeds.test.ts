import { describe, expect, test } from 'vitest';
import { parseOpml } from '../../../server/podcasts/opml.ts';
import { parseRss } from '../../../server/podcasts/rss-feed.ts';

const base = 'https://x.example/shows/feed.xml';
const feed = (items: string) => `<?xml version="1.0"?><rss><channel><title>T</title>${items}</channel></rss>`;
const item = (inside: string) => `<item><title>E</title>${inside}</item>`;
const enclosure = (url: string, type?: string) =>
  `<enclosure url="${url}" length="1"${type === undefined ? '' : ` type="${type}"`}/>`;
const only = (inside: string) => parseRss(feed(item(inside)), base)?.episodes.map((episode) => episode.enclosure.url);

describe('the sound of an episode', () => {
  const [sound, picture] = ['https://x.example/a.mp3', 'https://x.example/p.jpg'];
  const media = (url: string, more: string) => `<media:content url="${url}" ${more}/>`;
  test.each([
    ['the enclosure that is sound', enclosure(picture, 'image/jpeg') + enclosure(sound, 'audio/mpeg'), sound],
    ['one without a type', enclosure(sound), sound],
    ['one of a false type', enclosure(sound, 'text/html'), sound],
    ['one without an ending', enclosure('https://x.example/play?id=7', 'audio/mpeg'), 'https://x.example/play?id=7'],
    ['sound before a film', enclosure('https://x.example/v', 'video/mp4') + enclosure(sound, 'audio/mpeg'), sound],
    ['media content', media(picture, 'type="image/jpeg"') + media(sound, 'type="audio/mpeg"'), sound],
    ['media of a group', `<media:group>${media(sound, 'medium="audio"')}</media:group>`, sound],
    [
      'sound before a film of the same kind',
      media('https://x.example/v.mp4', 'type="video/mp4"') + media(sound, ''),
      sound,
    ],
    [
      'one whose query ends so',
      enclosure('https://x.example/get.php?f=a.mp3', 'text/html'),
      'https://x.example/get.php?f=a.mp3',
    ],
    ['names in another case', `<ENCLOSURE Url="${sound}"/>`, sound],
    ['a link of Atom', `<atom:link rel="enclosure" href="${sound}" type="audio/mpeg"/>`, sound],
    ['a relative address', enclosure('/a.mp3'), 'https://x.example/a.mp3'],
    ['one relative to the feed', enclosure('a.mp3'), 'https://x.example/shows/a.mp3'],
    ['one without a protocol', enclosure('//y.example/a.mp3'), 'https://y.example/a.mp3'],
    ['one escaped twice', enclosure('https://x.example/a.mp3?b=1&amp;amp;c=2'), 'https://x.example/a.mp3?b=1&c=2'],
  ])('is %s', (_how, inside, url) => expect(only(inside)).toEqual([url]));

  test.each([
    ['a picture', enclosure(picture, 'image/jpeg')],
    ['a book', enclosure('https://x.example/b.pdf', 'application/pdf')],
    ['a page', enclosure('https://x.example/page', 'text/html')],
    ['a torrent', enclosure('https://x.example/a.mp3.torrent', 'application/x-bittorrent')],
    ['a file of the machine', enclosure('file:///etc/passwd', 'audio/mpeg')],
    ['nothing', '<link>https://x.example/e</link>'],
  ])('is not %s', (_what, inside) => expect(only(inside)).toEqual([]));
});

test.each([
  ['Q &amp;amp; A', 'Q & A'],
  ['<![CDATA[Q &amp; A]]>', 'Q & A'],
  ['&lt;b&gt;Bold&lt;/b&gt; &amp;eacute;t&amp;#233;', 'Bold été'],
  ['&amp;lt;i&amp;gt;Twice&amp;lt;/i&amp;gt;', 'Twice'],
  ['Talk of &lt;!ENTITY', 'Talk of <!ENTITY'],
  ['a &lt; b', 'a < b'],
  ['<i>One</i> of <b>many</b>', 'One of many'],
  ['<![CDATA[One]]> <![CDATA[two]]>', 'One two'],
  ['C++ <T> in depth', 'C++ <T> in depth'],
])('the title %j is read as %j', (written, title) => {
  const read = parseRss(
    feed(item(enclosure('a.mp3'))).replaceAll(/<title>[TE]</g, () => `<title>${written}<`),
    base,
  );
  expect([read?.metadata.title, read?.episodes[0]?.title]).toEqual([title, title]);
});

test('a feed that mentions entities is read, one that defines them is not', () => {
  const text = '<description><![CDATA[We explain <!ENTITY lol "lol"> today]]></description>';
  const talk = feed(item(enclosure('a.mp3') + text));
  expect(parseRss(talk, base)?.episodes).toHaveLength(1);
  expect(parseRss(talk.replace('<rss', '<!-- <!ENTITY a "b"> --><rss'), base)?.episodes).toHaveLength(1);
  expect(parseRss(talk.replace('<rss', '<!DOCTYPE rss [<!ENTITY a "<b>">]><rss'), base)).toBeNull();
});

test('a feed of Atom is read', () => {
  const entry =
    '<title type="xhtml"><div>An <b>E</b></div></title><id>urn:1</id><published>2022-03-04T05:06:07Z</published>' +
    '<author><name>N</name></author><content type="xhtml"><div><p>Te<b>x</b>t</p></div></content>' +
    '<link rel="alternate" href="/e"/><link rel="enclosure" href="a.mp3" type="audio/mpeg" length="5"/>';
  const read = parseRss(`<feed><title>T</title><logo>/l.png</logo><entry>${entry}</entry></feed>`, base);
  expect(read?.metadata.image).toBe('https://x.example/l.png');
  expect(read?.episodes).toEqual([
    expect.objectContaining({
      title: 'An E',
      author: 'N',
      guid: 'urn:1',
      publishedAt: Date.UTC(2022, 2, 4, 5, 6, 7),
      description: '<p>Te<b>x</b>t</p>',
      enclosure: { url: 'https://x.example/shows/a.mp3', length: '5', type: 'audio/mpeg' },
    }),
  ]);
});

test('a feed of RSS 1.0 is read, whose items are beside its channel', () => {
  const xml = `<rdf:RDF><channel><title>T</title></channel>${item(enclosure('a.mp3'))}</rdf:RDF>`;
  const read = parseRss(xml, base);
  expect([read?.metadata.title, read?.episodes.map(({ title }) => title)]).toEqual(['T', ['E']]);
});

test.each([
  ['<pubdate>Fri, 04 Mar 2022 05:06:07 GMT</pubdate>', '2022-03-04T05:06:07.000Z'],
  ['<pubDate>soon</pubDate><dc:date>2022-03-04T05:06:07Z</dc:date>', '2022-03-04T05:06:07.000Z'],
])('the date of an episode is the first that can be read (%#)', (dates, expected) => {
  const [episode] = parseRss(feed(item(enclosure('a.mp3') + dates)), base)?.episodes ?? [];
  expect(new Date(episode?.publishedAt ?? 0).toISOString()).toBe(expected);
});

test('a description whose tags were escaped twice has them', () => {
  const escaped = '&amp;lt;p&amp;gt;One &amp;lt;script&amp;gt;x&amp;lt;/script&amp;gt;two&amp;lt;/p&amp;gt;';
  const xml = feed(item(`${enclosure('a.mp3')}<description>${escaped}</description>`));
  expect(parseRss(xml, base)?.episodes[0]?.description).toBe('<p>One two</p>');
});

test('a list of feeds is read with names in any case, addresses of apps and a blank line at its start', () => {
  const addresses = [
    'xmlurl="https://x.example/1"',
    'XMLURL="feed://x.example/2"',
    'xmlUrl="feed:https://x.example/3"',
    'url="pcast://x.example/4"',
    'xmlUrl="itpc://x.example/5"',
  ];
  const outlines = addresses.map((address) => `<outline text="A" ${address}/>`).join('');
  expect(parseOpml(`\n<?xml version="1.0"?><opml><body>${outlines}</body></opml>`)).toEqual(
    [
      'https://x.example/1',
      'http://x.example/2',
      'https://x.example/3',
      'http://x.example/4',
      'http://x.example/5',
    ].map((feedUrl) => ({ title: 'A', feedUrl })),
  );
  expect(parseOpml(`<OPML>${outlines}</OPML>`)).toHaveLength(addresses.length);
});
