import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/** A service with books, on this machine: for a custom provider of metadata. */
export interface BookWeb {
  readonly url: string;
  stop(): Promise<void>;
}

/** A picture of one colour. */
export const pictureOf = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

const matchesAt = (origin: string) => [
  {
    title: 'Matched title',
    subtitle: 'As the service has it',
    author: 'A. Matcher',
    narrator: 'R. Reader',
    publisher: 'Match House',
    publishedYear: '1901',
    description: '<p>Told by <b>the service</b>.<script>document.title="hacked"</script></p>',
    cover: `${origin}/tall.jpg`,
    isbn: '9780306406157',
    genres: ['Fable'],
    tags: ['matched'],
    series: [{ series: 'Matched series', sequence: '2' }],
    language: 'English',
    duration: 2,
  },
  { title: 'Another edition', author: 'A. Matcher', cover: `${origin}/square.jpg` },
];

export async function startBookWeb(): Promise<BookWeb> {
  const pictures: Readonly<Record<string, Buffer>> = {
    '/tall.jpg': await pictureOf(500, 800, '#7a3b2e'),
    '/square.jpg': await pictureOf(640, 640, '#2e4a7a'),
  };
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const { pathname } = new URL(request.url ?? '/', origin);
    const picture = pictures[pathname];
    if (picture) return void response.setHeader('content-type', 'image/jpeg').end(picture);
    if (pathname !== '/search') return void response.writeHead(404).end('no');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ matches: matchesAt(origin) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
