import type { Database } from '../../../server/store/database.ts';
import { at, listAt } from '../library/support.ts';
import type { Ids } from './ids.ts';
import { isId, isJson, type Recorded } from './recorded.ts';
import type { Reply, World } from './world.ts';

interface Here {
  readonly world: World;
  readonly ids: Ids;
  /** The recorded answer. */
  readonly body: unknown;
}
/** Removes additions made since and restores removals. Look-ups come before. */
type Travel = (database: Database) => void;
type Moment = (here: Here) => Promise<Travel>;

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const latestOf = (sessions: readonly unknown[]): number =>
  Math.max(...sessions.map((session) => Number(at(session, 'updatedAt'))));
/** Removes all listening after the newest session of an answer. */
const heardUntil =
  (key: 'sessions' | 'recentSessions'): Moment =>
  async ({ body }) => {
    const latest = latestOf(listAt(body, key));
    return (database) => {
      database.run('DELETE FROM playbackSessions WHERE updatedAt > ?', latest);
    };
  };

/** Keeps only lists with these names, named as they were then. */
const onlyLists =
  (table: 'collections' | 'playlists', key: string): Moment =>
  async ({ ids, body }) => {
    const lists = await Promise.all(
      listAt(body, key).map(async (list) => ({
        id: await ids.map(String(at(list, 'id'))),
        name: String(at(list, 'name')),
        createdAt: Number(at(list, 'createdAt')),
        lastUpdate: Number(at(list, 'lastUpdate')),
      })),
    );
    return (database) => {
      database.run(`DELETE FROM ${table} WHERE id NOT IN (${marks(lists)})`, ...lists.map(({ id }) => id));
      for (const { id, name, createdAt, lastUpdate } of lists)
        database.run(
          `UPDATE ${table} SET name = ?, createdAt = ?, lastUpdate = ? WHERE id = ?`,
          name,
          createdAt,
          lastUpdate,
          id,
        );
    };
  };

/** Our items of an answer's list. */
const itemsIn = async ({ ids, body }: Here, key: string): Promise<string[]> =>
  Promise.all(
    listAt(body, key)
      .map((item) => String(at(item, 'id')))
      .filter(isId)
      .map(ids.map),
  );
/** Limits a state to the listed items. */
const onlyFor =
  (sql: string): Moment =>
  async (here) => {
    const items = await itemsIn(here, 'results');
    return (database) => {
      database.run(sql.replace('LISTED', `(${marks(items)})`), ...items);
    };
  };

/** The accounts of an answer in their order; removed ones are restored. */
const accounts: Moment = async ({ world, body }) => {
  const { users } = world.server.ctx.store;
  return (database) => {
    for (const user of listAt(body, 'users')) {
      const name = String(at(user, 'username'));
      if (!users.byName(name)) {
        database.run("CREATE TEMP TABLE again AS SELECT * FROM users WHERE username = 'user'");
        const text = (key: string) => JSON.stringify(at(user, key));
        database.run(
          'UPDATE again SET id = ?, username = ?, email = NULL, type = ?, isActive = ?, lastSeen = NULL, permissions = ?, librariesAccessible = ?, itemTagsSelected = ?',
          `again-${name}`,
          name,
          String(at(user, 'type')),
          at(user, 'isActive') === true,
          text('permissions'),
          text('librariesAccessible'),
          text('itemTagsSelected'),
        );
        database.run('INSERT INTO users SELECT * FROM again');
        database.run('DROP TABLE again');
      }
      database.run('UPDATE users SET createdAt = ? WHERE username = ?', Number(at(user, 'createdAt')), name);
    }
  };
};

/** The progress of an account in one item, as it was. */
const progressAs =
  (progressOf: (body: unknown) => unknown): Moment =>
  async ({ ids, body }) => {
    const then = progressOf(body);
    const item = await ids.map(String(at(then, 'libraryItemId')));
    const columns = ['currentTime', 'progress', 'duration', 'ebookProgress'] as const;
    return (database) => {
      database.run(
        `UPDATE mediaProgress SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE libraryItemId = ?`,
        ...columns.map((column) => Number(at(then, column))),
        item,
      );
    };
  };

const noSpares: Moment = async () => (database) => {
  database.run("DELETE FROM libraries WHERE name = 'Spares'");
};
const noFeed: Moment = async () => (database) => {
  database.run('DELETE FROM feeds');
};

/**
 * Recordings of an earlier moment: the state is restored for the request, and undone afterwards. Lists are compared
 * whole.
 */
export const moments: Readonly<Record<string, Moment>> = {
  'items/expanded': async () => (database) => {
    database.run('DELETE FROM mediaProgress');
  },
  'items/expanded-in-progress': progressAs((body) => at(body, 'userMediaProgress')),
  'me/progress': progressAs((body) => body),
  'libraries/list': noSpares,
  'libraries/list-include-stats': noSpares,
  'users/list': accounts,
  'users/list-latest-session': accounts,
  'denied-guest/collections': onlyLists('collections', 'collections'),
  'libraries/collections': onlyLists('collections', 'results'),
  'libraries/collections-user': onlyLists('collections', 'results'),
  'libraries/collections-with-feed': onlyLists('collections', 'results'),
  'libraries/playlists': onlyLists('playlists', 'results'),
  'libraries/playlists-paged': onlyLists('playlists', 'results'),
  'playlists/list': onlyLists('playlists', 'playlists'),
  'emails/settings': async () => (database) => {
    database.run("DELETE FROM settings WHERE key = 'ereaderDevices'");
  },
  'libraries/items-filter-issues': onlyFor(
    'UPDATE libraryItems SET isMissing = 0 WHERE isMissing = 1 AND id NOT IN LISTED',
  ),
  'libraries/items-filter-issues-missing': onlyFor(
    'UPDATE libraryItems SET isMissing = 0 WHERE isMissing = 1 AND id NOT IN LISTED',
  ),
  'libraries/items-filter-progress-finished': onlyFor(
    'UPDATE mediaProgress SET isFinished = 0 WHERE libraryItemId NOT IN LISTED',
  ),
  'libraries/items-filter-progress-ebook-in-progress': onlyFor(
    'UPDATE mediaProgress SET ebookProgress = 0 WHERE libraryItemId NOT IN LISTED',
  ),
  'libraries/items-filter-tags': onlyFor(
    "DELETE FROM itemValues WHERE kind = 'tag' AND value = 'classic' AND itemId NOT IN LISTED",
  ),
  'libraries/series-one': noFeed,
  'series/one': noFeed,
  'me/listening-sessions': heardUntil('sessions'),
  'me/listening-sessions-default': heardUntil('sessions'),
  'me/item-listening-sessions': heardUntil('sessions'),
  'me/item-listening-sessions-episode': heardUntil('sessions'),
  'me/listening-stats': heardUntil('recentSessions'),
  'users/listening-stats': heardUntil('recentSessions'),
  'me/items-in-progress': async ({ ids, body }) => {
    const begun = await Promise.all(
      listAt(body, 'libraryItems').map(async (item) => ({
        id: await ids.map(String(at(item, 'id'))),
        lastUpdate: Number(at(item, 'progressLastUpdate')),
      })),
    );
    return (database) => {
      database.run(
        `DELETE FROM mediaProgress WHERE libraryItemId NOT IN (${marks(begun)})`,
        ...begun.map(({ id }) => id),
      );
      for (const { id, lastUpdate } of begun)
        database.run('UPDATE mediaProgress SET lastUpdate = ? WHERE libraryItemId = ?', lastUpdate, id);
    };
  },
};

/** Sends a request at the moment of its recording. */
export async function atItsMoment(
  world: World,
  ids: Ids,
  { name, response }: Recorded,
  send: () => Promise<Reply>,
): Promise<Reply> {
  const moment = moments[name];
  if (!moment) return send();
  const travel = await moment({ world, ids, body: isJson(response.body) ? response.body : {} });
  const { database } = world.server.ctx.store;
  // Past `run`, which has a transaction of its own around each change.
  database.all('BEGIN');
  try {
    travel(database);
    return await send();
  } finally {
    database.all('ROLLBACK');
    // Answers cached within the moment have a version that does not come again.
    database.run('UPDATE temp.versions SET changes = changes + 1000000');
  }
}
