/**
 * Access to each call by the recorded contract: `anyone` without a token; `user` every account; `library` and `item`
 * those who can see them; `update`, `delete`, `upload`, `download`, `createEreader` the permission (and the item);
 * `admin` administrators and root; `self` the account itself and administrators; `owner` the account that created it. A
 * parameter named like an entity gets a real id.
 */
const table = `
GET /status anyone
GET /ping anyone
GET /healthcheck anyone
POST /init anyone
POST /login anyone
POST /logout anyone
POST /api/authorize user
GET /api/libraries user
POST /api/libraries admin
GET /api/libraries/:library library
PATCH /api/libraries/:library admin
DELETE /api/libraries/:library admin
POST /api/libraries/order admin
GET /api/libraries/:library/items library
DELETE /api/libraries/:library/issues admin
GET /api/libraries/:library/episode-downloads library
GET /api/libraries/:library/series library
GET /api/libraries/:library/series/:seriesId library
GET /api/libraries/:library/collections library
GET /api/libraries/:library/playlists library
GET /api/libraries/:library/personalized library
GET /api/libraries/:library/filterdata library
GET /api/libraries/:library/search library
GET /api/libraries/:library/stats library
GET /api/libraries/:library/authors library
GET /api/libraries/:library/narrators library
PATCH /api/libraries/:library/narrators/:narratorId update
DELETE /api/libraries/:library/narrators/:narratorId update
GET /api/libraries/:library/matchall admin
POST /api/libraries/:library/scan admin
GET /api/libraries/:library/recent-episodes library
GET /api/libraries/:library/opml library
POST /api/libraries/:library/remove-metadata admin
GET /api/libraries/:library/podcast-titles admin
GET /api/libraries/:library/download download
POST /api/items/batch/get user
POST /api/items/batch/update user
POST /api/items/batch/delete delete
POST /api/items/batch/quickmatch admin
POST /api/items/batch/scan admin
GET /api/items/:item item
DELETE /api/items/:item delete
GET /api/items/:item/download download
PATCH /api/items/:item/media update
GET /api/items/:item/cover anyone
POST /api/items/:item/cover update
PATCH /api/items/:item/cover update
DELETE /api/items/:item/cover delete
POST /api/items/:item/match update
POST /api/items/:item/play item
POST /api/items/:item/play/:episodeId item
PATCH /api/items/:item/tracks update
POST /api/items/:item/scan admin
GET /api/items/:item/metadata-object admin
POST /api/items/:item/chapters update
GET /api/items/:item/ffprobe/:fileid admin
GET /api/items/:item/file/:fileid item
DELETE /api/items/:item/file/:fileid delete
GET /api/items/:item/file/:fileid/download download
GET /api/items/:item/ebook item
GET /api/items/:item/ebook/:fileid item
PATCH /api/items/:item/ebook/:fileid/status update
GET /api/me user
GET /api/me/listening-sessions user
GET /api/me/item/listening-sessions/:libraryItemId user
GET /api/me/item/listening-sessions/:libraryItemId/:episodeId user
GET /api/me/listening-stats user
GET /api/me/items-in-progress user
GET /api/me/progress/:item/remove-from-continue-listening user
GET /api/me/progress/:item user
GET /api/me/progress/:item/:episodeId user
PATCH /api/me/progress/batch/update user
PATCH /api/me/progress/:item user
PATCH /api/me/progress/:item/:episodeId user
DELETE /api/me/progress/:item user
POST /api/me/item/:item/bookmark user
PATCH /api/me/item/:item/bookmark user
DELETE /api/me/item/:item/bookmark/:time user
PATCH /api/me/password user
GET /api/me/series/:series/remove-from-continue-listening user
GET /api/me/series/:series/readd-to-continue-listening user
GET /api/me/stats/year/:year user
POST /api/me/ereader-devices createEreader
GET /api/sessions admin
GET /api/sessions/open admin
DELETE /api/sessions/:id delete
POST /api/sessions/batch/delete admin
POST /api/session/local user
POST /api/session/local-all user
GET /api/session/:session owner
POST /api/session/:session/sync owner
POST /api/session/:session/close owner
GET /public/session/:id/track/:index anyone
GET /hls/:stream/:file anyone
GET /api/collections user
POST /api/collections update
GET /api/collections/:collection library
PATCH /api/collections/:collection update
DELETE /api/collections/:collection delete
POST /api/collections/:collection/book update
DELETE /api/collections/:collection/book/:bookId update
POST /api/collections/:collection/batch/add update
POST /api/collections/:collection/batch/remove update
GET /api/playlists user
POST /api/playlists user
POST /api/playlists/collection/:collectionId user
GET /api/playlists/:playlist owner
PATCH /api/playlists/:playlist owner
DELETE /api/playlists/:playlist owner
POST /api/playlists/:playlist/item owner
DELETE /api/playlists/:playlist/item/:libraryItemId owner
DELETE /api/playlists/:playlist/item/:libraryItemId/:episodeId owner
POST /api/playlists/:playlist/batch/add owner
POST /api/playlists/:playlist/batch/remove owner
GET /api/authors/:author library
PATCH /api/authors/:author update
DELETE /api/authors/:author delete
POST /api/authors/:author/match update
GET /api/authors/:author/image anyone
POST /api/authors/:author/image update
DELETE /api/authors/:author/image delete
GET /api/series/:series library
PATCH /api/series/:series update
POST /api/podcasts admin
POST /api/podcasts/feed admin
POST /api/podcasts/opml/parse admin
POST /api/podcasts/opml/create admin
GET /api/podcasts/:podcast/checknew admin
GET /api/podcasts/:podcast/downloads item
GET /api/podcasts/:podcast/clear-queue admin
GET /api/podcasts/:podcast/search-episode item
POST /api/podcasts/:podcast/download-episodes admin
POST /api/podcasts/:podcast/match-episodes admin
GET /api/podcasts/:podcast/episode/:episodeId item
PATCH /api/podcasts/:podcast/episode/:episodeId update
DELETE /api/podcasts/:podcast/episode/:episodeId delete
GET /api/users admin
POST /api/users admin
GET /api/users/online admin
GET /api/users/:root admin
PATCH /api/users/:root admin
DELETE /api/users/:root admin
PATCH /api/users/:root/openid-unlink admin
GET /api/users/:root/listening-sessions self
GET /api/users/:root/listening-stats self
GET /api/api-keys admin
POST /api/api-keys admin
PATCH /api/api-keys/:id admin
DELETE /api/api-keys/:id admin
GET /api/backups admin
POST /api/backups admin
DELETE /api/backups/:id admin
GET /api/backups/:id/download admin
GET /api/backups/:id/apply admin
POST /api/backups/upload admin
PATCH /api/backups/path admin
GET /api/notifications admin
PATCH /api/notifications admin
GET /api/notificationdata admin
GET /api/notifications/test admin
POST /api/notifications admin
PATCH /api/notifications/:id admin
DELETE /api/notifications/:id admin
GET /api/notifications/:id/test admin
GET /api/emails/settings admin
PATCH /api/emails/settings admin
POST /api/emails/test admin
POST /api/emails/ereader-devices admin
POST /api/emails/send-ebook-to-device user
POST /api/tools/item/:item/encode-m4b admin
DELETE /api/tools/item/:item/encode-m4b admin
POST /api/tools/item/:item/embed-metadata admin
POST /api/tools/batch/embed-metadata admin
GET /api/feeds admin
POST /api/feeds/item/:item/open admin
POST /api/feeds/collection/:collection/open admin
POST /api/feeds/series/:series/open admin
POST /api/feeds/:id/close admin
GET /feed/:slug anyone
GET /feed/:slug/cover anyone
GET /feed/:slug/item/:episodeId/:file anyone
POST /api/share/mediaitem admin
DELETE /api/share/mediaitem/:id admin
GET /public/share/:slug anyone
GET /public/share/:slug/track/:index anyone
GET /public/share/:slug/cover anyone
GET /public/share/:slug/download anyone
PATCH /public/share/:slug/progress anyone
GET /api/search/books user
GET /api/search/covers user
GET /api/search/podcast user
GET /api/search/authors user
GET /api/search/chapters user
GET /api/custom-metadata-providers admin
POST /api/custom-metadata-providers admin
DELETE /api/custom-metadata-providers/:id admin
POST /api/upload upload
GET /api/tasks user
PATCH /api/settings admin
PATCH /api/sorting-prefixes admin
GET /api/auth-settings admin
PATCH /api/auth-settings admin
GET /api/tags admin
POST /api/tags/rename admin
DELETE /api/tags/:tag admin
GET /api/genres admin
POST /api/genres/rename admin
DELETE /api/genres/:genre admin
GET /api/filesystem admin
POST /api/filesystem/pathexists upload
GET /api/logger-data admin
GET /api/stats/year/:year admin
GET /api/stats/server admin
POST /api/validate-cron user
POST /api/cache/purge admin
POST /api/cache/items/purge admin
POST /api/watcher/update admin
`;

export type Rule =
  | 'anyone'
  | 'user'
  | 'library'
  | 'item'
  | 'update'
  | 'delete'
  | 'upload'
  | 'download'
  | 'createEreader'
  | 'admin'
  | 'self'
  | 'owner';

export interface WhoRow {
  readonly method: string;
  readonly path: string;
  readonly rule: Rule;
}

export const who: readonly WhoRow[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', rule = ''] = line.split(' ');
    return { method, path, rule: rule as Rule };
  });

/** Calls that answer 404 instead of 403 to hide themselves. */
export const hidden: ReadonlySet<string> = new Set([
  'GET /api/sessions',
  'GET /api/sessions/open',
  'GET /api/session/:session',
  'POST /api/session/:session/sync',
  'POST /api/session/:session/close',
  'GET /api/emails/settings',
  'PATCH /api/emails/settings',
  'POST /api/emails/test',
  'POST /api/emails/ereader-devices',
]);

/**
 * Unusual answers for an admitted account; the usual ones are 200 for reading existing entities, 404 for missing ones,
 * 400 for an empty body. With the recording, or the reason.
 */
export const answers: Readonly<Record<string, readonly [status: number, why: string]>> = {
  'POST /login': [400, 'auth/login-missing-fields'],
  'POST /logout': [200, 'auth/logout: nobody has to be signed in'],
  'POST /api/authorize': [200, 'auth/authorize: takes no body'],
  'GET /api/libraries/:library/search': [400, 'libraries/search-err: without a term'],
  'GET /api/libraries/:library/recent-episodes': [404, 'libraries/recent-episodes-err-book-library'],
  'GET /api/libraries/:library/download': [400, 'libraries/download-multiple-err-ids: without ids'],
  'PATCH /api/libraries/:library/narrators/:narratorId': [400, 'libraries/narrator-rename-err: the name is read first'],
  'POST /api/items/batch/get': [200, 'items/batch-get: unknown ids are left out'],
  'GET /api/items/:item/ebook': [404, 'the book has none'],
  'GET /api/me/progress/:item': [404, 'me/progress-none'],
  'GET /api/me/progress/:item/remove-from-continue-listening': [404, 'me/progress-hide-err: the id of an item is none'],
  'GET /api/me/stats/year/:year': [400, 'me/stats-year-err'],
  'DELETE /api/me/progress/:item': [200, 'me/progress-delete-unknown'],
  'DELETE /api/me/item/:item/bookmark/:time': [
    400,
    'what is no time is refused as in a body (me/bookmark-create-err-time)',
  ],
  'POST /api/session/local': [500, 'sessions/local-err'],
  'GET /hls/:stream/:file': [400, 'hls/err-ext'],
  'GET /api/authors/:author/image': [404, 'the author has none'],
  'GET /api/podcasts/:podcast/search-episode': [500, 'podcasts/search-episode-err-no-title'],
  'POST /api/backups': [200, 'backups/create: takes no body'],
  'PATCH /api/notifications': [200, 'notifications/update: what is missing is cleared'],
  'POST /api/notifications': [200, 'what could not be sent is passed over'],
  'PATCH /api/emails/settings': [200, 'nothing is changed by nothing'],
  'POST /api/emails/send-ebook-to-device': [404, 'emails/send-ebook-err-device'],
  'GET /api/search/covers': [400, 'search/covers-err'],
  'GET /api/search/podcast': [400, 'search/podcast-err'],
  'GET /api/search/authors': [400, 'search/authors-err'],
  'GET /api/search/chapters': [200, 'search/chapters-not-found: the error is in the answer'],
  'PATCH /api/settings': [200, 'nothing is changed by nothing'],
  'PATCH /api/auth-settings': [200, 'nothing is changed by nothing'],
  'DELETE /api/tags/:tag': [200, 'tags/delete-unknown'],
  'DELETE /api/genres/:genre': [200, 'as for tags'],
  'GET /api/stats/year/:year': [400, 'stats/year-err'],
  'POST /api/cache/purge': [200, 'misc/cache-purge: takes no body'],
  'POST /api/cache/items/purge': [200, 'misc/cache-items-purge: takes no body'],
};
