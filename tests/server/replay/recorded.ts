import { join } from 'node:path';
import { readHttpRecordings, type HttpRecording } from '../../contract/recording.ts';

/** A recorded exchange with its account and headers. */
export interface Recorded extends HttpRecording {
  readonly request: HttpRecording['request'] & {
    readonly as: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

export const recordings = readHttpRecordings(join(import.meta.dirname, '../../contract/recordings')) as Recorded[];

export type Kind =
  | 'item'
  | 'media'
  | 'library'
  | 'folder'
  | 'user'
  | 'author'
  | 'series'
  | 'episode'
  | 'collection'
  | 'playlist'
  | 'session'
  | 'storedSession'
  | 'stream'
  | 'progress'
  | 'feed'
  | 'share'
  | 'notification'
  | 'apiKey'
  | 'provider';

/** The recorded facts of an item of the recording's installation. */
export interface ItemTraits {
  readonly mediaType: string;
  readonly libraryId: string;
  readonly tracks: number;
  readonly ebookFormat: string | null;
  readonly explicit: boolean;
  readonly isMissing: boolean;
  readonly hasCover: boolean;
  readonly title: string;
  readonly relPath: string;
}

export type Json = Readonly<Record<string, unknown>>;

export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const byKey: Readonly<Record<string, Kind>> = {
  libraryItemId: 'item',
  libraryId: 'library',
  userId: 'user',
  episodeId: 'episode',
  folderId: 'folder',
  mediaItemId: 'media',
  bookId: 'media',
  libraryItemIds: 'item',
  books: 'item',
};

const byPath: readonly (readonly [RegExp, Kind])[] = [
  [/^\/api\/(?:items|podcasts|me\/item|tools\/item|feeds\/item|me\/item\/listening-sessions)\/([^/]+)/, 'item'],
  [/^\/api\/libraries\/([^/]+)/, 'library'],
  [/^\/api\/users\/([^/]+)/, 'user'],
  [/^\/api\/authors\/([^/]+)/, 'author'],
  [/^\/api\/(?:feeds\/)?(?:me\/)?series\/([^/]+)/, 'series'],
  [/^\/api\/libraries\/[^/]+\/series\/([^/]+)/, 'series'],
  [/^\/api\/(?:feeds\/|playlists\/)?collections?\/([^/]+)/, 'collection'],
  [/^\/api\/playlists\/([^/]+)/, 'playlist'],
  [/^\/hls\/([^/]+)/, 'stream'],
  [/^\/(?:api|public)\/session\/([^/]+)/, 'session'],
  [/^\/api\/sessions\/([^/]+)/, 'storedSession'],
  [/^\/api\/feeds\/([^/]+)\/close/, 'feed'],
  [/^\/api\/share\/mediaitem\/([^/]+)/, 'share'],
  [/^\/api\/notifications\/([^/]+)/, 'notification'],
  [/^\/api\/api-keys\/([^/]+)/, 'apiKey'],
  [/^\/api\/custom-metadata-providers\/([^/]+)/, 'provider'],
  [/^\/api\/me\/progress\/([^/]+)(?!.*continue)/, 'item'],
  [/\/episode\/([^/]+)/, 'episode'],
];

export const kinds = new Map<string, Kind>();
export const items = new Map<string, ItemTraits>();
/** Names of the recorded users, authors, libraries and so on by id. */
export const names = new Map<string, string>();
/** Every recorded form of an id, in the order of the recordings. */
export const versions = new Map<string, Json[]>();
/** The media type of the library of a recorded folder. */
export const mediaOfFolder = new Map<string, string>();
/** The item of a recorded media id. */
export const itemOfMedia = new Map<string, string>();
/** The file of a recorded inode number: its item, its kind, and which one of its kind. */
export const files = new Map<
  string,
  { readonly itemId: string; readonly fileType: string; readonly isSupplementary: boolean; readonly index: number }
>();

const itemsWithFiles = new Set<string>();

export const isId = (value: unknown): value is string =>
  typeof value === 'string' && new RegExp(`^${UUID.source}$`).test(value);
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function learnItem(id: string, item: Json, media: Json): void {
  const metadata = isJson(media['metadata']) ? media['metadata'] : {};
  const list = (value: unknown) => (Array.isArray(value) ? value : []);
  const ebook = isJson(media['ebookFile']) ? media['ebookFile']['ebookFormat'] : media['ebookFormat'];
  items.set(id, {
    mediaType: String(item['mediaType']),
    libraryId: String(item['libraryId']),
    tracks: Number(media['numTracks'] ?? list(media['audioFiles'] ?? media['tracks']).length),
    ebookFormat: typeof ebook === 'string' ? ebook : null,
    explicit: metadata['explicit'] === true,
    isMissing: item['isMissing'] === true,
    hasCover: typeof media['coverPath'] === 'string',
    title: String(metadata['title']),
    relPath: String(item['relPath']),
  });
  if (isId(media['id'])) {
    kinds.set(media['id'], 'media');
    itemOfMedia.set(media['id'], id);
  }
}

function learnFiles(id: string, item: Json): void {
  const ofItem = (Array.isArray(item['libraryFiles']) ? item['libraryFiles'] : []).filter(isJson);
  for (const file of ofItem) {
    const sameKind = ofItem.filter((other) => other['fileType'] === file['fileType']);
    itemsWithFiles.add(id);
    files.set(String(file['ino']), {
      itemId: id,
      fileType: String(file['fileType']),
      isSupplementary: file['isSupplementary'] === true,
      index: sameKind.indexOf(file),
    });
  }
}

function kindOfObject(value: Json): Kind | undefined {
  if ('podcastId' in value && 'audioFile' in value) return 'episode';
  if ('username' in value && 'permissions' in value) return 'user';
  if ('folders' in value && 'mediaType' in value) return 'library';
  if ('asin' in value && 'name' in value && 'imagePath' in value) return 'author';
  if ('nameIgnorePrefix' in value && !('books' in value && 'lastUpdate' in value)) return 'series';
  if ('currentTime' in value && 'isFinished' in value) return 'progress';
  if ('fullPath' in value) return 'folder';
  if ('url' in value && 'authHeaderValue' in value) return 'provider';
  if ('items' in value && 'lastUpdate' in value) return 'playlist';
  if ('books' in value && 'lastUpdate' in value) return 'collection';
  return undefined;
}

function learn(value: unknown, isAnswer: boolean): void {
  if (Array.isArray(value)) return value.forEach((entry) => learn(entry, isAnswer));
  if (!isJson(value)) return;
  const { id, media } = value;
  if (isAnswer && isId(id)) versions.set(id, [...(versions.get(id) ?? []), value]);
  if (isId(id) && isJson(media) && 'mediaType' in value) {
    if (!items.has(id)) learnItem(id, value, media);
    if (!itemsWithFiles.has(id)) learnFiles(id, value);
  }
  if (isId(id)) {
    const kind = isJson(media) && 'mediaType' in value ? 'item' : kindOfObject(value);
    if (kind) kinds.set(id, kind);
    const name = value['username'] ?? value['name'];
    if (typeof name === 'string' && !names.has(id)) names.set(id, name);
    if (kind === 'library' && Array.isArray(value['folders'])) {
      for (const folder of value['folders'].filter(isJson))
        mediaOfFolder.set(String(folder['id']), String(value['mediaType']));
    }
  }
  for (const [key, entry] of Object.entries(value)) {
    const kind = byKey[key];
    for (const one of kind ? (Array.isArray(entry) ? entry : [entry]) : [])
      if (kind && isId(one) && !kinds.has(one)) kinds.set(one, kind);
    learn(entry, isAnswer);
  }
}

for (const { response, request } of recordings) {
  learn(response.body, true);
  learn(request.body, false);
}
for (const { request } of recordings) {
  for (const [pattern, kind] of byPath) {
    const id = pattern.exec(request.path)?.[1];
    if (
      isId(id) &&
      !id.startsWith('00000000') &&
      !(kind === 'item' && request.method === 'DELETE' && request.path.startsWith('/api/me/progress')) &&
      (!kinds.has(id) || kind === 'stream' || kind === 'storedSession')
    )
      kinds.set(id, kind);
  }
}
