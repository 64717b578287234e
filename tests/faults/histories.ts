/** One run of a person, a machine and a network, counted under its fault. */
export interface History {
  readonly name: string;
  readonly kind: string;
  /** As `support/steps.ts` has them: `new; play; listen 7; reload`. */
  readonly steps: string;
}

type Row = readonly [name: string, steps: string];

const of = (kind: string, rows: readonly Row[]): History[] => rows.map(([name, steps]) => ({ name, kind, steps }));

/** Saves fail in this way for a while, with two tries to save. */
const answered = (fault: string) =>
  `open; play; listen 2; net ${fault}; listen 2; save; listen 2; save; heal; listen 2`;

/** Ways in which saves fail. `@short`: a part of `npm test`. */
const ANSWERS = of('answers', [
  ['answers of saves are lost on the way back @short', answered('drop')],
  ['answers of saves break off', answered('half')],
  ['saves are lost on the way there', answered('cut')],
  ['saves are never answered', answered('hang')],
  ['each save takes three seconds', answered('late 3')],
  ['each answer takes fifteen seconds', answered('slow 15')],
  ['saves are refused with 401', answered('status 401')],
  ['saves are refused with 403', answered('status 403')],
  ['saves are refused with 404, as of a session that is gone', answered('status 404')],
  ['saves are refused with 413', answered('status 413')],
  ['saves are refused with 429 @short', answered('status 429')],
  ['saves are refused with 500', answered('status 500')],
  ['saves are refused with 502', answered('status 502')],
  ['a page in between answers saves with its own, and with 200 @short', answered('html')],
  ['a page in between sends saves to its own', answered('redirect')],
  ['the token ends', 'open; play; listen 2; net status 401 x1; listen 2; save; listen 2; heal; listen 2'],
]);

const AROUND = of('around', [
  [
    'the network is cut and comes back @short',
    'open; play; listen 2; offline; listen 2; save; listen 2; online; listen 2',
  ],
  [
    'the whole network is gone for a while @short',
    'open; play; listen 2; down; listen 4; save; listen 2; up; listen 2',
  ],
  [
    'the server is killed and comes back @short',
    'open; play; listen 2; kill-server; listen 2; save; listen 1; start-server; listen 3',
  ],
  [
    'the server stands still for five seconds',
    'open; play; listen 2; stop-server; listen 2; save; listen 3; cont-server; listen 2',
  ],
  ['the tab goes to the background of a slow machine', 'open; play; listen 2; hide; listen 6; show; listen 2'],
  ['the clock is put an hour ahead', 'open; play; listen 2; clock 3600; listen 2; save; listen 4'],
  ['the clock is put an hour back', 'open; play; listen 2; clock -3600; listen 2; save; listen 4'],
  ['the machine sleeps for ten seconds', 'open; play; listen 3; sleep 10; listen 3'],
  ['a paused page is frozen and goes on', 'open; play; listen 3; pause; freeze; wait 5; thaw; play; listen 3'],
  ['an access token lives for six seconds @short', 'token 6; open; play; listen 9; save; listen 2'],
  ['nothing fails, at ten times the speed', 'open; play; rate 10; listen 12'],
  ['nothing fails, and a part is skipped @short', 'open; play; listen 4; jump 2; listen 4'],
]);

/** Histories that lost, doubled or misplaced progress, by cause. */
const CAUSES: readonly History[] = [
  ...of('1 two rows', [
    ['a new book is reloaded while it sounds @short', 'new; open; play; listen 6; reload'],
    ['a new book is closed while it sounds', 'new; open; play; listen 6; close'],
    ['a new book is played, and its player is closed', 'new; open; play; listen 6; close-player'],
  ]),
  ...of('2 late save', [
    ['a save arrives 12.5 s late @short', 'open; play; listen 3; net late 12.5 sync x1; save; listen 16'],
    ['a save arrives 25 s late', 'open; play; listen 3; net late 25 sync x1; save; listen 30'],
    ['every save arrives 12.5 s late', 'open; play; listen 3; net late 12.5; save; listen 12; save; listen 8'],
    ['the server stands still for 14 s', 'open; play; listen 3; stop-server; save; listen 14; cont-server; listen 3'],
    [
      'a save arrives 12.5 s late, after the page was reloaded',
      'open; play; listen 3; net late 12.5 sync x1; save; listen 3; reload; play; listen 10',
    ],
  ]),
  ...of('3 repeated by the browser', [
    [
      'a connection is reset after its save was handled @short',
      'open; play; listen 12; net reset sync x3; save; listen 3',
    ],
    ['connections are reset after each save', 'open; play; listen 12; net reset; save; listen 4; save; listen 4'],
  ]),
  ...of('4 other 200', [
    ['a service in between answers saves with 200 and its own text', answered('text')],
    ['a service in between answers saves with 200 and nothing', answered('empty')],
    ['a service in between answers saves with 200 and garbage', answered('garbage')],
    [
      'a service in between answers the last save with 200 and its own text @short',
      'open; play; listen 6; net text; close-player; wait 2; heal',
    ],
  ]),
  ...of('5 refused at the end', [
    ...[400, 403, 405].map((status): Row => [
      `a proxy answers ${status} while the player is closed${status === 403 ? ' @short' : ''}`,
      `open; play; listen 6; net status ${status}; close-player; wait 2; heal`,
    ]),
    ['a proxy answers 403 while the next item starts', 'open; play; listen 6; net status 403; next; listen 3; heal'],
    ['a proxy answers 405 while the page is reloaded', 'open; play; listen 6; net status 405; reload; wait 2; heal'],
  ]),
  ...of('6 lost session', [
    [
      'the server starts again twice @short',
      'open; play; listen 4; kill-server; start-server; save; listen 3; kill-server; start-server; save; listen 3',
    ],
    ...['kill-browser', 'close', 'reload'].map((end): Row => [
      `no session can be opened again, then this happens: ${end}`,
      `open; play; listen 3; net status 503 play; kill-server; start-server; save; listen 12; ${end}; heal`,
    ]),
  ]),
  ...of('7 paused offline', [
    [
      'a device paused offline comes back after another one went on @short',
      'open; play; listen 3; offline; listen 3; pause; device; play; jump; listen 3; pause; use 1; online; wait 12',
    ],
    [
      'the same without a live connection',
      'silent; visit; play; listen 3; offline; listen 3; pause; device; play; jump; listen 3; pause; use 1; online; wait 12',
    ],
  ]),
  ...of('8 plain http', [
    [
      'plain http: what sounded offline arrives from the next page, and the sound goes on there @short',
      'plain; open; play; listen 3; net cut; listen 5; close; heal; visit; wait 3; resume; listen 2',
    ],
    ['plain http: the browser is killed while it sounds @short', 'plain; open; play; listen 6; kill-browser'],
    ['plain http: a page that sounds is reloaded', 'plain; open; play; listen 6; reload; resume; listen 2'],
    [
      'plain http: the browser is killed while offline',
      'plain; open; play; listen 3; offline; listen 8; kill-browser; online; visit; wait 3; resume; listen 2',
    ],
  ]),
  ...of('9 stored, then closed', [
    [
      "a proxy's 404s, until the session is opened again @short",
      'open; play; listen 4; save; net status 404 session x4; listen 4; save; listen 6; save; listen 3',
    ],
    [
      "a proxy's 404s, then the next play",
      'open; play; listen 4; save; listen 2; net status 404 session; close-player; wait 4; heal; wait 2; play; listen 3',
    ],
  ]),
  ...of('10 ebook elsewhere', [
    [
      'heard offline, the player closed, the ebook of the item read elsewhere @short',
      'open; play; listen 3; offline; listen 6; pause; close-player; read-elsewhere; online; wait 5',
    ],
  ]),
  ...of('smaller', [
    ['another tab signs out @short', 'open; play; listen 7; tab; sign-out'],
    [
      'play in the paused tab goes on where the other one is @short',
      'open; play; listen 3; pause; tab; resume; listen 6; pause; use 1; resume; listen 2',
    ],
    [
      'heard offline with a clock an hour ahead, then more on another device',
      'open; play; listen 2; offline; clock 3600; listen 4; close; device; play; jump; listen 3; pause; use 1; online; visit; wait 5',
    ],
    [
      'the journal is denied, and the page ends offline',
      'deny journal; open; play; listen 3; net cut; listen 6; close; wait 5; heal',
    ],
    [
      'the journal is full, and the page ends offline @short',
      'open; full journal; play; listen 3; net cut; listen 6; close; wait 5; heal',
    ],
    [
      'the journal is full, and the browser is killed',
      'open; play; listen 3; full journal; listen 6; pause; play; listen 8; kill-browser',
    ],
    [
      'localStorage is full, and the page ends offline',
      'open; play; full local; listen 3; net cut; listen 6; close; heal',
    ],
    [
      'over plain http, the page loads again after saves were refused @short',
      'plain; open; play; listen 8; net status 403; listen 2; save; listen 11; heal; listen 1; reload',
    ],
    ['a finished item is played again', 'finished; open; play; listen 9; save; listen 2'],
  ]),
];

/** Other ways of sound, ends of a sign-in, and reading. */
const BESIDES: readonly History[] = [
  ...of('stream', [
    ['nothing fails while a stream sounds @short', 'stream; open; play; listen 4; jump; listen 3; pause'],
    ['answers of saves are lost while a stream sounds', `stream; ${answered('drop')}`],
    ['a stream is left by a reload, then goes on', 'stream; open; play; listen 6; reload; play; listen 3'],
    [
      'the server of a stream is killed and comes back',
      'stream; open; play; listen 3; kill-server; start-server; save; listen 4',
    ],
    [
      'the browser is killed offline while a stream sounds',
      'stream; open; play; listen 4; offline; listen 3; kill-browser; online',
    ],
  ]),
  ...of('refresh', [
    [
      'a sign-in ends while it sounds, and one signs in again @short',
      'token 6; open; play; listen 4; net status 401 refresh; wait 12; heal',
    ],
    [
      'refreshes are refused with 403 for a while',
      'token 6; open; play; listen 4; net status 403 refresh; wait 8; heal; wait 4',
    ],
    [
      'refreshes fail with 500 for a while',
      'token 6; open; play; listen 4; net status 500 refresh; listen 8; heal; listen 4',
    ],
    ['answers of refreshes are lost', 'token 6; open; play; listen 4; net drop refresh x2; listen 10; heal; listen 4'],
    [
      'refreshes are lost on the way there, and the page is closed',
      'token 6; open; play; listen 4; net cut refresh; listen 8; close; heal',
    ],
    [
      'a page in between answers refreshes with its own',
      'token 6; open; play; listen 4; net html refresh; listen 8; heal; listen 4',
    ],
  ]),
  ...of('ebook', [
    ['nothing fails while one reads', 'read; turn 3; close-reader'],
    ['pages are turned offline, and the browser is killed', 'read; turn; offline; turn 2; kill-browser; online'],
    ['pages are turned while saves are refused with 403', 'read; turn; net status 403 progress; turn 2; heal; wait 5'],
    ['pages are turned while answers are lost', 'read; turn; net drop progress; turn 2; close; heal'],
    [
      'pages are turned while the server is away',
      'read; turn; kill-server; turn 2; close-reader; start-server; wait 3',
    ],
    ['a book is read on, on another device', 'read; turn; device; read; turn 2; use 1; wait 2'],
    [
      'pages are turned offline, then more on another device',
      'read; turn; offline; turn; close; device; read; turn 4; use 1; online; read; wait 3',
    ],
    [
      'the journal is denied, and the page is closed offline',
      'deny journal; read; turn; net cut api; turn 2; close; wait 5; heal',
    ],
  ]),
];

/** Every named history. */
export const HISTORIES: readonly History[] = [...ANSWERS, ...AROUND, ...CAUSES, ...BESIDES];
