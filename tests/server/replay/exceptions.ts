/** Recordings of a server without accounts, in order: a separate server answers them (first-run.test.ts). */
export const FIRST_RUN = [
  'auth/status-not-initialised',
  'auth/login-before-init',
  'auth/init',
  'auth/login-root-first',
  'libraries/list-empty',
] as const;

/** Recordings that are not replayed, by name or area, with the reason. */
export const exceptions: readonly (readonly [string, string])[] = [
  ...FIRST_RUN.map((name) => [name, 'replayed with a server without accounts'] as const),
  ['server-faults/', 'inputs that make the recorded server fail, hang or exit; a substitute need not copy them'],
  ['auth/openid-callback-err-auto-register', 'the recorded server fails to make the account, this one makes it'],
  ['auth/openid-start-when-disabled', 'a way in that is turned off is closed at once, not after a restart'],
  ['auth/rate-limited-', 'the limit is off in the replay (tests/server/core/auth.test.ts, tests/server/hostile)'],
  ['me/rate-limited-password', 'the limit is off in the replay (tests/server/core/auth.test.ts, tests/server/hostile)'],
  ['authors/one-user', 'an author is hidden with all of their books (tests/server/library/hidden-names.test.ts)'],
  [
    'me/ereader-devices-without-permission',
    'a device is made by who has the right to (tests/server/hostile/leftovers)',
  ],
  ['emails/test', 'a mail would have to be sent'],
  ['emails/send-ebook', 'a mail would have to be sent'],
  ['hls/segment-before-start', 'mp3 is cut where it is asked for: there is no transcoder that would begin elsewhere'],
  ['hls/segment-too-early', 'mp3 is cut where it is asked for: there is no transcoder that would begin elsewhere'],
  ['items/ffprobe', 'what ffprobe says needs ffprobe; without it the server tells what its own scan read'],
  ['items/scan-err-root-file', 'the recorded server cannot scan a single file, this one can'],
  ['items/expanded-ebook-cbr', 'no cover is read from a rar archive'],
  ['items/expanded-podcast-while-downloading', 'a moment within a download (tests/server/podcasts)'],
  ['libraries/episode-downloads', 'a moment within a download (tests/server/podcasts)'],
  ['podcasts/downloads', 'a moment within a download (tests/server/podcasts)'],
  ['tasks/list-while-downloading', 'a moment within a download (tests/server/podcasts)'],
  ['tasks/list-while-encoding', 'a moment within the work of a transcoder (tests/server/tools)'],
  ['tasks/list-with-embed-queue', 'a moment within the work of a transcoder (tests/server/tools)'],
  ['denied-guest/tasks', 'a moment within a scan (tests/server/library)'],
  ['tools/embed-metadata-err-running', 'a moment within the work of a transcoder (tests/server/tools)'],
  ['tools/encode-m4b-err-running', 'a moment within the work of a transcoder (tests/server/tools)'],
  ['tools/encode-m4b-cancel', 'a moment within the work of a transcoder (tests/server/tools)'],
];

/** Accepted differences within replayed recordings: their names, the paths in the answer, the reason. */
export const deviations: readonly (readonly [RegExp, RegExp, string])[] = [
  [
    /^(denied-guest\/collections|libraries\/collections-user)$/,
    /books\[\]\.media\.metadata\.(description|descriptionPlain|explicit|abridged)$/,
    'this server hides explicit books in lists of collections, too',
  ],
  [
    /^denied-guest\/item-play$/,
    /^(playMethod|audioTracks\[\]\.)/,
    'without a transcoder a book that the browser cannot play is sent as it is',
  ],
  [
    /^hls\/play-/,
    /^libraryItem\.media\.(tags|audioFiles\[\]\.|tracks\[\]\.)/,
    'without a transcoder only mp3 is cut into segments, so that another book is played',
  ],
  [
    /^(denied-guest\/playlists|hls\/play-transcode-missing-file|items\/expanded-after-(embed|encode))$/,
    /\bmedia\.(audioFiles|tracks)\[\]\./,
    'tags that ffmpeg wrote into the files',
  ],
  [
    /^(libraries|denied-guest)\/(library-)?personalized/,
    /\[\]\.entities\[\]\.(books\[\]\.)?media\.metadata\.(subtitle|isbn|asin|publishedDate)$/,
    'the few books with these are on a shelf by chance or were the newest then',
  ],
  [/^auth\/openid-start$/, /^location\.nonce$/, 'a nonce ties the ID token to the sign-in'],
  [/^(me|users)\/listening-stats$/, /^today$/, 'the day has gone on'],
  [/^libraries\/series-sort-random$/, /^results\[\]\.books\[\]\./, 'the order is random'],
  [
    /^libraries\/series-sort-totalDuration$/,
    /books\[\]\.media\.metadata\.(publishedDate|isbn)$/,
    'the order is that of the series before books were put into others',
  ],
];

/** Differences in values only. */
const valueDeviations: typeof deviations = [
  [/^auth\/login-root-first$/, /^Source$/, 'how the server was installed'],
  [
    /^libraries\/list-include-stats$/,
    /\bstats\.(numAudioFiles|totalItems)$/,
    'the replay has a book more, and lacks the largest ebook',
  ],
  [
    /^(items\/(expanded-|podcast-plain$)|libraries\/(search|collections)|denied-guest\/(library-search|collections)$)/,
    /\blibraryFiles$/,
    'files come in the order in which the disk lists them',
  ],
  [
    /^(feeds\/list|items\/(expanded-podcast|podcast-plain)|libraries\/(recent-episodes|search-podcast)|podcasts\/search-episode)/,
    /\bepisodes$/,
    'episodes of a podcast and of a feed come in no order',
  ],
  [
    /^(items\/expanded-(ebook-epub|html-description)|(denied-guest\/library|libraries)[/-](items|personalized|authors)[\w-]*)$/,
    /\.(authorNameLF|lastFirst)$/,
    'a part of a name in quotation marks is kept',
  ],
  [
    /^(items\/expanded-ebook-epub|libraries\/(items-filter-progress-ebook-finished|personalized-ebook))$/,
    /\bmetadata\.(authors|authorName)$/,
    'the creator of an epub is its author, whether or not it says so',
  ],
  [
    /^(items\/expanded-(ebook-|html-description)|(denied-guest\/library|libraries)[/-](items|personalized|search)|(me|users)\/(items-in-progress|(item-)?listening-))/,
    /\b(description|descriptionPlain)$/,
    'the markup of descriptions is kept where it is safe; it is cleaned by another library',
  ],
  [
    /^(libraries\/(personalized|playlists)-podcast|playlists\/(one-podcast|list)|podcasts\/episode|me\/items-in-progress)$/,
    /\b(audioFile|audioTrack)\.(trackNumFromMeta|metaTags\..*)$/,
    'tags that ffmpeg wrote into downloaded episodes',
  ],
  [
    /^(items\/expanded-multi-file|libraries\/search-all-kinds)$/,
    /\bmanuallyVerified$/,
    'the order of tracks was decided later',
  ],
  [
    /^(me\/(progress-hide-from-continue|series-(hide|readd))|users\/one(-openid-linked)?)$/,
    /^mediaProgress\[\]\.(progress|currentTime|isFinished|hideFromContinueListening|mediaItemType)$/,
    'the entries have no names: each is of another moment, and the last one heard comes first',
  ],
  [
    /^(sessions\/open-(list|session)|users\/online|sessions\/list-by-user)$/,
    /\b(startTime|currentTime|connections)$/,
    'it begins where the account is by then',
  ],
  [/^(me\/stats-year|stats\/year)$/, /\.time$/, 'more was heard since'],
  [/^authors\/one-items-series$/, /^(series|libraryItems)$/, 'they come in no order'],
  [/^emails\/settings-initial$/, /^settings\./, 'the settings were made since'],
  [
    /search/,
    /\bseries\[\]\.books\[\]\.media\.metadata\.(series|authors|authorName)$/,
    'the books of a found series tell of it and of their authors, too',
  ],
  [
    /^(me|users)\/(item-)?listening-/,
    /\b(playMethod|mediaMetadata\.genres)$/,
    'a session was stored since, and one tells what its podcast was then',
  ],
  [
    /^users\/list-latest-session$/,
    /\blatestSession\./,
    'without a transcoder only mp3 is cut into segments, so that another book is played',
  ],
  [/personalized/, /\bentities\[\]\.(books|recentEpisode\..*)$/, 'it was another book or episode then'],
];

/**
 * Recordings of a moment that cannot be reproduced here, with the reason and its paths: there, counts and order of
 * lists are not compared. Their entries are, one by one, and so is all else.
 */
const ofAnotherMoment: readonly (readonly [string, Readonly<Record<string, RegExp>>])[] = [
  [
    'the replay has spare books, a library and accounts of its own, or lacks the largest ebook',
    {
      'denied-guest/library-items': /^(results|total)$/,
      'denied-guest/library-personalized': /^\[\]\.(entities|total)$/,
      'denied-guest/library-search': /^(book|narrators|tags|genres|series|authors)(\[\]\.(numBooks|numItems|books))?$/,
      'filesystem/paths': /^directories$/,
      'filesystem/paths-root': /^directories$/,
      'libraries/authors': /^authors(\[\]\.numBooks)?$/,
      'libraries/items-final-minified': /^(results|total)$/,
      'libraries/items-page-beyond-end': /^total$/,
      'libraries/items-sort-media-metadata-authorName': /^(results|total)$/,
      'libraries/narrators': /^narrators(\[\]\.numBooks)?$/,
      'libraries/one-filterdata-ebook':
        /^filterdata\.(authors|publishers|publishedDecades|bookCount|authorCount|seriesCount)$/,
      'libraries/stats-ebook': /^(largestItems|longestItems|authorsWithCount|totalItems)$/,
      'stats/server': /^(books|podcasts|total)\.(numItems|numAudioFiles)$/,
      'stats/year': /^(numListeningSessions|numBooksAdded|numAuthorsAdded|totalListeningTime|numBooks)$/,
      'stats/year-empty': /^numBooks$/,
    },
  ],
  [
    'sessions are opened by the replay itself, or the day has gone on',
    {
      'me/stats-year':
        /^(total(ListeningSessions|ListeningTime|BookListeningTime|PodcastListeningTime)|numBooks(Finished|Listened)|longestAudiobookFinished|(finishedB|b)ooksWithCovers)$/,
      'sessions/list': /^(sessions|total)$/,
      'sessions/list-page-2': /^(sessions|total)$/,
      'sessions/open-list': /^(sessions|shareSessions)$/,
      'sessions/open-list-with-share': /^(sessions|shareSessions)$/,
      'users/online': /^openSessions$/,
    },
  ],
  [
    'what comes in no order, or in an order drawn by lot',
    {
      'libraries/search': /^(book|series(\[\]\.books)?|authors)$/,
      'libraries/series-sort-random': /^(results|total)$/,
      'libraries/series-sort-totalDuration': /^(results|total)$/,
      'libraries/stats-podcast': /^(totalGenres|genresWithCount)$/,
    },
  ],
  [
    'it was recorded between two edits of the things that it lists',
    {
      'genres/list': /^genres$/,
      'libraries/filterdata':
        /^(authors|genres|tags|series|narrators|languages|publishers|publishedDecades|(book|author|series)Count|numIssues)$/,
      'libraries/items-collapseseries': /^results$/,
      'libraries/items-podcasts': /^results\[\]\.numEpisodesIncomplete$/,
      'libraries/one-filterdata':
        /^(issues|numUserPlaylists|filterdata\.(authors|genres|tags|series|narrators|languages|publishers|publishedDecades|(book|author|series)Count|numIssues))$/,
      'libraries/one-filterdata-final':
        /^(issues|filterdata\.(authors|genres|tags|narrators|(book|author)Count|numIssues))$/,
      'libraries/one-filterdata-podcast': /^filterdata\.(genres|tags)$/,
      'libraries/personalized': /^\[\]\.(entities|total)$/,
      'libraries/personalized-ebook': /^\[\]\.(entities|total)$/,
      'libraries/personalized-final': /^\[\]\.(entities|total)$/,
      'libraries/personalized-limit': /^\[\]\.(entities|total)$/,
      'libraries/personalized-podcast': /^\[\]\.(entities|total|entities\[\]\.numEpisodesIncomplete)$/,
      'libraries/search-all-kinds': /^(book|narrators|tags|genres|series|authors)(\[\]\.(numBooks|numItems|books))?$/,
      'tags/list': /^tags$/,
    },
  ],
  [
    'lists, feeds and notifications were recorded while fewer or others of them were there',
    { 'backups/list': /^backups$/, 'notifications/get': /^settings\.notifications$/ },
  ],
  ['the log of the replay is its own', { 'logger/logger-data': /^currentDailyLogs$/ }],
];

/** Lists requested without an order: their entries and number are compared. */
const unordered = new Set([
  'libraries/items-filter-authors',
  'libraries/items-filter-issues-missing',
  'libraries/items-filter-share-open',
  'libraries/items-filter-tags',
  'playlists/list',
]);
export const isUnordered = (name: string): boolean => unordered.has(name);

/** Recordings from before any edit, listening or creation: they are replayed first. */
const early = new Set([
  'api-keys/list-empty',
  'backups/list-empty',
  'items/expanded-podcast',
  'libraries/authors-sort-lastFirst',
  'libraries/items-filter-feed-open-none',
  'libraries/items-filter-share-open-none',
  'libraries/series-filter-progress',
  'notifications/get-empty',
]);
export const isEarly = (name: string): boolean => early.has(name);

export const isOfAnotherMoment = (name: string, path: string): boolean =>
  ofAnotherMoment.some(([, marks]) => Object.hasOwn(marks, name) && marks[name]?.test(path) === true);

const isIn = (list: typeof deviations, name: string, path: string): boolean =>
  list.some(([recording, paths]) => recording.test(name) && paths.test(path));

export const isDeviation = (name: string, path: string): boolean => isIn(deviations, name, path);
export const isValueDeviation = (name: string, path: string): boolean =>
  isDeviation(name, path) || isIn(valueDeviations, name, path);

export const reasonFor = (name: string): string | undefined =>
  exceptions.find(
    ([start]) => name === start || ((start.endsWith('/') || start.endsWith('-')) && name.startsWith(start)),
  )?.[1];
