import fc from 'fast-check';
import { serverEvents, WEATHER, type Weather } from './recorded-server.ts';

/** Outside events of the client. Plain data: a failing walk can be pasted into a test. */
export type WalkStep =
  /** The person follows a link; an index into {@link PATHS}. */
  | readonly ['visit', number]
  | readonly ['back']
  /** What a view can send and an actor takes now; an index into all of that. */
  | readonly ['send', number]
  /** The person presses play at a book. */
  | readonly ['play']
  /** Milliseconds pass, without sound. */
  | readonly ['wait', number]
  /** Seconds pass; the open item plays. */
  | readonly ['listen', number]
  /** So many of the next calls end like this. */
  | readonly ['weather', Weather, number]
  /** An event of the server; an index into the recorded ones. */
  | readonly ['receive', number]
  | readonly ['line', 'connected' | 'disconnected' | 'online' | 'offline' | 'signedIn']
  | readonly ['page', 'visible' | 'hidden' | 'closing']
  | readonly ['storage', 'working' | 'full' | 'blocked']
  | readonly ['sound', 'ready' | 'stall' | 'recover' | 'end' | 'fail']
  | readonly ['key', string];

const LIBRARY = 'lib_books';
/** Addresses of every kind of page. */
export const PATHS = [
  '/',
  '/login',
  `/library/${LIBRARY}`,
  `/library/${LIBRARY}/bookshelf`,
  `/library/${LIBRARY}/bookshelf?sort=addedAt&desc=1`,
  `/library/${LIBRARY}/bookshelf/series`,
  `/library/${LIBRARY}/bookshelf/authors`,
  `/library/${LIBRARY}/bookshelf/collections`,
  `/library/${LIBRARY}/bookshelf/playlists`,
  `/library/${LIBRARY}/narrators`,
  `/library/${LIBRARY}/search?q=a`,
  `/library/${LIBRARY}/series/series`,
  '/item/item',
  '/author/author',
  '/collection/collection',
  '/playlist/playlist',
  '/library/other',
  '/config/users',
  '/share/slug',
  '/nowhere',
];
const KEYS = ['Escape', ' ', 'ArrowRight', 'ArrowLeft', 'm', '/', '?', 'e', 'L'];

/** More of frequent actions, less of failures. */
export const anyStep: fc.Arbitrary<WalkStep> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('visit' as const), fc.nat(PATHS.length - 1)) },
  { weight: 1, arbitrary: fc.constant(['back'] as const) },
  { weight: 12, arbitrary: fc.tuple(fc.constant('send' as const), fc.nat(9999)) },
  { weight: 2, arbitrary: fc.constant(['play'] as const) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('wait' as const), fc.constantFrom(1, 50, 400, 3000, 20_000, 90_000)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('listen' as const), fc.constantFrom(1, 5, 30)) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constant('weather' as const), fc.constantFrom(...WEATHER), fc.integer({ min: 1, max: 4 })),
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant('receive' as const), fc.nat(serverEvents.length - 1)) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('line' as const),
      fc.constantFrom(
        'connected' as const,
        'disconnected' as const,
        'online' as const,
        'offline' as const,
        'signedIn' as const,
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('page' as const),
      fc.constantFrom('visible' as const, 'hidden' as const, 'closing' as const),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant('storage' as const),
      fc.constantFrom('working' as const, 'full' as const, 'blocked' as const),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constant('sound' as const),
      fc.constantFrom(
        'ready' as const,
        'ready' as const,
        'ready' as const,
        'stall' as const,
        'recover' as const,
        'end' as const,
        'fail' as const,
      ),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('key' as const), fc.constantFrom(...KEYS)) },
);
