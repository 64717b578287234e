import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, Transform } from 'node:stream';

/** The upstream's own address and the browser's, both without a slash at the end. */
export interface Renaming {
  readonly there: string;
  readonly here: string;
}

/** Paths after the server's address in its feeds. */
const PLACES = ['/feed/', '/item/'];

/** Whether a request is for a feed itself, not for a file of it. */
export const isFeed = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && /^\/feed\/[^/?]+\/?(?:$|\?)/.test(url);

/** Streams a feed with the address that podcast apps can reach. */
export function sendFeed(
  incoming: IncomingMessage,
  response: ServerResponse,
  { 'content-length': _length, ...headers }: OutgoingHttpHeaders,
  renaming: Renaming,
): void {
  response.writeHead(incoming.statusCode ?? 502, headers);
  pipeline(incoming, renamed(renaming), response, () => undefined);
}

function renamed({ there, here }: Renaming): Transform {
  const longest = there.length + Math.max(...PLACES.map((place) => place.length));
  let rest = '';
  const rename = (text: string): string =>
    PLACES.reduce((changed, place) => changed.replaceAll(there + place, here + place), text);
  return new Transform({
    // Latin-1 maps one byte to one character, so nothing else in the text changes, whatever its encoding.
    transform(chunk: Buffer, _encoding, done) {
      const text = rename(rest + chunk.toString('latin1'));
      rest = text.slice(Math.max(0, text.length - longest + 1));
      done(null, Buffer.from(text.slice(0, text.length - rest.length), 'latin1'));
    },
    flush: (done) => done(null, Buffer.from(rest, 'latin1')),
  });
}
