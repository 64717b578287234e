import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { io } from 'socket.io-client';
import { at, listAt } from '../library/support.ts';
import type { Ids } from './ids.ts';
import { isId, isJson, items, kinds, names, recordings, versions, type Json } from './recorded.ts';
import type { World } from './world.ts';

interface Here {
  readonly world: World;
  readonly ids: Ids;
}

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
const filledIn = (json: Json): number => Object.values(json).filter(isFilled).length;
const bodyOf = (name: string): Json => recordings.find((recording) => recording.name === name)?.request.body as Json;
const answerOf = (name: string): unknown => recordings.find((recording) => recording.name === name)?.response.body;
const all = (isWanted: (form: Json) => boolean): [string, Json[]][] =>
  [...versions]
    .map(([id, forms]): [string, Json[]] => [id, forms.filter(isWanted)])
    .filter(([, forms]) => forms.length > 0);
/** The form with the most content; of several the last. */
const fullest = (forms: readonly Json[]): Json =>
  forms.toReversed().toSorted((a, b) => filledIn(b) - filledIn(a))[0] ?? {};
const username = (id: unknown): string => names.get(String(id)) ?? '';

const MADE_BY_PEOPLE = [
  'subtitle',
  'authors',
  'narrators',
  'series',
  'genres',
  'publishedYear',
  'publishedDate',
  'publisher',
  'description',
  'isbn',
  'asin',
  'language',
  'explicit',
  'abridged',
];

/** The text in place of a list where an item is shown short. */
const NAME_OF: Readonly<Record<string, string>> = {
  authors: 'authorName',
  series: 'seriesName',
  narrators: 'narratorName',
};

/** Fields that differ between the recorded forms of an item were edited; constant ones must come from its files. */
function editsOf(forms: readonly Json[]): { readonly metadata: Json; readonly tags?: unknown } {
  const edited = (values: readonly unknown[]): boolean =>
    new Set(values.map((value) => JSON.stringify(value))).size > 1;
  const media = forms.map((form) => form['media']).filter(isJson);
  const metadata = media.map((one) => one['metadata']).filter(isJson);
  const best = fullest(metadata.filter((one) => Array.isArray(one['authors'])));
  const seen = (key: string) => metadata.filter((one) => key in one).map((one) => withoutIds(one[key]));
  const keys = MADE_BY_PEOPLE.filter((key) => edited(seen(key)) || edited(seen(NAME_OF[key] ?? key)));
  const values = keys.map(
    (key) =>
      [key, withoutIds(isFilled(best[key]) ? best[key] : metadata.map((one) => one[key]).find(isFilled))] as const,
  );
  const tags = media.map((one) => one['tags']).filter(Array.isArray);
  const most = tags.toSorted((a, b) => b.length - a.length)[0];
  return {
    metadata: Object.fromEntries(values.filter(([, value]) => value !== undefined)),
    ...(edited(tags) ? { tags: most } : {}),
  };
}

function withoutIds(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((entry: unknown) =>
        isJson(entry)
          ? { name: entry['name'], ...('sequence' in entry ? { sequence: entry['sequence'] } : {}) }
          : entry,
      )
    : value;
}

const idOf = (title: string): string => [...items].find(([, item]) => item.title === title)?.[0] ?? '';

async function editItems({ world, ids }: Here): Promise<void> {
  for (const id of items.keys()) {
    const mine = ids.sameItem(id);
    const edits = editsOf((versions.get(id) ?? []).filter((form) => 'media' in form));
    if (mine === undefined || (Object.keys(edits.metadata).length === 0 && !edits.tags)) continue;
    await world.json('PATCH', `/api/items/${mine}/media`, edits);
  }
  // A scan reads a changed file again.
  fs.utimesSync(path.join(world.folders.podcasts, 'The Gothic Hour', 'cover.jpg'), new Date(), new Date());
  await world.json('POST', `/api/items/${await ids.map(idOf('The Gothic Hour'))}/scan`);
  const study = await ids.map(idOf('A Study in Scarlet'));
  const tracks = listAt(await world.json('GET', `/api/items/${study}`), 'media', 'audioFiles');
  await world.json('PATCH', `/api/items/${study}/tracks`, {
    orderedFileData: tracks.map((track) => ({ ino: at(track, 'ino'), exclude: false })),
  });
}

async function editNames({ world, ids }: Here): Promise<void> {
  for (const [id, forms] of all((form) => kinds.get(String(form['id'])) === 'author' && 'imagePath' in form)) {
    const { asin, description, imagePath } = fullest(forms);
    if (isFilled(asin)) await world.json('PATCH', `/api/authors/${await ids.map(id)}`, { asin, description });
    if (isFilled(imagePath))
      await world.json('POST', `/api/authors/${await ids.map(id)}/image`, { url: `${world.web.url}/author.jpg` });
  }
  for (const [id, forms] of all((form) => 'nameIgnorePrefix' in form && isFilled(form['description']))) {
    await world.json('PATCH', `/api/series/${await ids.map(id)}`, { description: fullest(forms)['description'] });
  }
}

/** Progress, bookmarks and listening of each account with the recorded times. */
async function listen({ world, ids }: Here): Promise<void> {
  for (const [id, forms] of all((form) => 'isFinished' in form && 'ebookProgress' in form)) {
    const { userId, libraryItemId, episodeId, ...progress } = fullest(forms);
    const both = [libraryItemId, episodeId].filter(isId);
    const target = `/api/me/progress/${(await Promise.all(both.map(ids.map))).join('/')}`;
    await world.json('PATCH', target, { ...progress, hideFromContinueListening: false }, username(userId));
    ids.bind(id, String(at(await world.json('GET', target, undefined, username(userId)), 'id')));
  }
  for (const mark of listAt(answerOf('me/me'), 'bookmarks')) {
    await world.json('POST', `/api/me/item/${await ids.map(String(at(mark, 'libraryItemId')))}/bookmark`, {
      time: at(mark, 'time'),
      title: at(mark, 'title'),
    });
  }
  for (const [id, forms] of all(
    (form) => 'playMethod' in form && isId(form['userId']) && Number(form['timeListening']) > 0,
  )) {
    const session = forms.at(-1) ?? {};
    if (at(session, 'deviceInfo', 'manufacturer')) continue;
    const stored = kinds.get(id) === 'session' || kinds.get(id) === 'stream' ? randomUUID() : id;
    const body = (await ids.value({ ...session, id: undefined, userId: undefined })) as Json;
    const answer = await world.json(
      'POST',
      '/api/session/local-all',
      { sessions: [{ ...body, id: stored }], deviceInfo: session['deviceInfo'] },
      username(session['userId']),
    );
    if (at(answer, 'results', 0, 'success') !== true) throw new Error(`Session ${id}: ${JSON.stringify(answer)}`);
    const { database } = world.server.ctx.store;
    database.run('UPDATE playbackSessions SET playMethod = ? WHERE id = ?', Number(session['playMethod']), stored);
    if (stored === id) ids.bind(id, id);
  }
}

async function makeLists({ world, ids }: Here): Promise<void> {
  for (const [id, kind] of kinds) {
    if (kind === 'collection' || (kind === 'playlist' && isFilled(versions.get(id)?.[0]?.['items']))) await ids.map(id);
  }
  for (const feed of listAt(answerOf('feeds/list'), 'feeds')) {
    const { id, slug, entityType, entityId, meta } = feed as Json;
    const body = { serverAddress: world.server.url, slug, metadataDetails: meta };
    const kind = entityType === 'libraryItem' ? 'item' : String(entityType);
    const made = await world.json('POST', `/api/feeds/${kind}/${await ids.map(String(entityId))}/open`, body);
    ids.bind(String(id), String(at(made, 'feed', 'id')));
  }
  for (const { name, request } of recordings) {
    if (name === 'share/create' || name === 'share/create-not-downloadable-expiring') {
      await world.json('POST', request.path, {
        ...((await ids.value(request.body)) as object),
        expiresAt: Date.now() + 3600_000,
      });
    }
  }
}

async function configure({ world, ids }: Here): Promise<void> {
  for (const [id, forms] of all(
    (form) =>
      'folders' in form && 'provider' in form && ['Audiobooks', 'Ebooks', 'Podcasts'].includes(String(form['name'])),
  )) {
    const { name, icon, provider, settings } = forms[0] ?? {};
    await world.json('PATCH', `/api/libraries/${await ids.map(id)}`, { name, icon, provider, settings });
  }
  for (const name of ['emails/settings-update', 'notifications/update']) {
    const found = recordings.find((recording) => recording.name === name);
    if (found) await world.json(found.request.method, found.request.path, await ids.value(found.request.body));
  }
  await world.json('POST', '/api/notifications', await ids.value(bodyOf('notifications/create')));
  for (const name of ['api-keys/create', 'api-keys/create-expiring', 'custom-metadata-providers/create']) {
    const made = await world.json('POST', `/api/${name.split('/')[0]}`, await ids.value(bodyOf(name)));
    for (const key of ['apiKey', 'provider'])
      if (at(made, key)) ids.bind(String(at(answerOf(name), key, 'id')), String(at(made, key, 'id')));
  }
  for (const name of ['root', 'user']) {
    const id = world.server.ctx.store.users.byName(name)?.id ?? '';
    if (name === 'user') await world.json('PATCH', `/api/users/${id}`, { email: 'user@example.com' });
    await visit(world, name);
    world.online.push(await connect(world, name));
  }
}

/** A connection that has signed in. */
async function connect(world: World, name: string) {
  const socket = io(world.server.url, { transports: ['websocket'], reconnection: false });
  const ready = new Promise((resolve) => socket.once('init', resolve));
  socket.on('connect', () => socket.emit('auth', world.tokens.get(name)));
  await ready;
  return socket;
}

/** A connection that opened and closed: it sets when the account was last seen. */
async function visit(world: World, name: string): Promise<void> {
  const socket = await connect(world, name);
  socket.disconnect();
  const { users } = world.server.ctx.store;
  while (users.byName(name)?.lastSeen === null) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Sets the recorded times of additions and changes: lists are sorted by them. */
async function date({ world, ids }: Here): Promise<void> {
  const { database } = world.server.ctx.store;
  const tables = [
    ['libraryItems', 'item'],
    ['authors', 'author'],
    ['series', 'series'],
    ['podcastEpisodes', 'episode'],
  ] as const;
  for (const [table, kind] of tables) {
    for (const [id, forms] of all(
      (form) => kinds.get(String(form['id'])) === kind && typeof form['addedAt'] === 'number',
    )) {
      const latest = Math.max(...forms.map((form) => Number(form['updatedAt'] ?? form['addedAt'])));
      const mine = kind === 'item' ? ids.sameItem(id) : await ids.map(id);
      if (mine !== undefined)
        database.run(
          `UPDATE ${table} SET addedAt = ?, updatedAt = ? WHERE id = ?`,
          Number(forms[0]?.['addedAt']),
          latest,
          mine,
        );
    }
  }
}

/** Brings our installation into the final state of the recorded one, through the API. */
export async function liveThrough(world: World, ids: Ids): Promise<void> {
  for (const part of [editItems, editNames, listen, makeLists, configure, date]) await part({ world, ids });
}
