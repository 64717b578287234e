import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changeSender,
  type SenderReport,
} from '../../../../src/machines/playback/pending-changes/change-sender.actor.ts';
import { editsIn } from '../../../../src/machines/playback/pending-changes/pending-changes.logic.ts';
import { AppException, type AppError } from '../../../../src/schemas/app-error.ts';
import type { ChangeBody } from '../../../../src/schemas/pending-change.ts';
import { createBookmark, deleteBookmark, updateBookmark } from '../../../../src/services/endpoints/account.ts';
import { listLibraryPlaylists } from '../../../../src/services/endpoints/library-lists.ts';
import {
  getMe,
  getProgress,
  hideSeriesFromContinueListening,
  readdSeriesToContinueListening,
  updateProgress,
  updateProgressBatch,
} from '../../../../src/services/endpoints/me.ts';
import { createFakeJournal } from '../../../support/fakes/journal.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';
import { listOf, pageOfLists, playlistBody } from '../../../support/list-fixtures.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';
import { mediaOf } from '../../../support/queue-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { getPlaylist, createPlaylist, updatePlaylist } from '../../../../src/services/endpoints/media-lists.ts';

/** The fate of a call: lost, made but not answered, or made and answered with nonsense. */
type Fate = 'answered' | 'lost' | 'answer lost' | 'answer odd';
/** Server ids of lists, by the ids of the pages. */
type Ids = Map<string, string>;

const away: AppError = { kind: 'network' };
const odd: AppError = { kind: 'contract', endpoint: 'any', issues: [] };
const me = recording('me/me').response.body;

/** A server that does what it receives, whatever the fate of the call, and makes a playlist for each such call. */
function createServer() {
  const bookmarks = new Map<number, string>();
  const hidden = new Set<string>();
  const finished = new Set<string>();
  const lists = new Map<string, { readonly name: string; readonly ids: readonly string[] }>();
  let made = 0;
  const bodyOf = (id: string) => {
    const list = lists.get(id);
    if (!list) throw new AppException({ kind: 'notFound', message: '' });
    const items = list.ids.map((libraryItemId) => ({ ...playlistBody.items[0], libraryItemId }));
    return { ...playlistBody, id, name: list.name, items };
  };
  const setFinished = (id: string, isFinished: boolean | undefined) =>
    isFinished ? finished.add(id) : finished.delete(id);
  const setTitle = ({ time, title }: { time: number; title: string }) => {
    bookmarks.set(time, title);
    return { libraryItemId: 'book', time, title, createdAt: 1 };
  };
  const calls: readonly [{ readonly name: string }, (input: never) => unknown][] = [
    [createBookmark, setTitle],
    [
      updateBookmark,
      (input: { time: number; title: string }) => {
        if (!bookmarks.has(input.time)) throw new AppException({ kind: 'notFound', message: '' });
        return setTitle(input);
      },
    ],
    [
      deleteBookmark,
      ({ time }: { time: number }) => {
        if (!bookmarks.delete(time)) throw new AppException({ kind: 'notFound', message: '' });
        return 'OK';
      },
    ],
    [hideSeriesFromContinueListening, ({ seriesId }: { seriesId: string }) => (hidden.add(seriesId), me)],
    [readdSeriesToContinueListening, ({ seriesId }: { seriesId: string }) => (hidden.delete(seriesId), me)],
    [
      createPlaylist,
      ({ name, items }: { name: string; items: readonly { libraryItemId: string }[] }) => {
        made += 1;
        lists.set(`made-${made}`, { name, ids: items.map(({ libraryItemId }) => libraryItemId) });
        return bodyOf(`made-${made}`);
      },
    ],
    [
      updatePlaylist,
      ({ id, change }: { id: string; change: { items?: readonly { libraryItemId: string }[]; name?: string } }) => {
        const list = lists.get(id);
        const ids = change.items?.map(({ libraryItemId }) => libraryItemId);
        if (list) lists.set(id, { name: change.name ?? list.name, ids: ids ?? list.ids });
        return bodyOf(id);
      },
    ],
    [
      updateProgressBatch,
      ({ changes }: { changes: readonly { libraryItemId: string; isFinished?: boolean }[] }) => {
        for (const change of changes) setFinished(change.libraryItemId, change.isFinished);
        return 'OK';
      },
    ],
    [
      updateProgress,
      ({ libraryItemId, change }: { libraryItemId: string; change: { isFinished?: boolean } }) => {
        setFinished(libraryItemId, change.isFinished);
        return 'OK';
      },
    ],
    [
      getProgress,
      ({ libraryItemId }: { libraryItemId: string }) =>
        bookProgress({ libraryItemId, isFinished: finished.has(libraryItemId) }),
    ],
    [getMe, () => me],
    [getPlaylist, ({ id }: { id: string }) => bodyOf(id)],
    [listLibraryPlaylists, () => pageOfLists([...lists.keys()].map(bodyOf))],
  ];
  return { bookmarks, hidden, finished, lists, calls };
}

/** The expected final state of the server: all changes in order, once each. */
function expected(changes: readonly ChangeBody[]) {
  const bookmarks = new Map<number, string>();
  const hidden = new Set<string>();
  const finished = new Set<string>();
  const lists = new Map<string, readonly [string, readonly string[]]>();
  for (const body of changes) {
    for (const { media, edit } of editsIn(body))
      if (edit.kind === 'finish') finished.add(media.libraryItemId);
      else finished.delete(media.libraryItemId);
    if (body.kind === 'bookmark') {
      const { kind, bookmark } = body.job;
      if (kind === 'remove') bookmarks.delete(bookmark.time);
      else bookmarks.set(bookmark.time, bookmark.title);
    } else if (body.kind === 'series') {
      if (body.isHidden) hidden.add(body.seriesId);
      else hidden.delete(body.seriesId);
    } else if (body.kind === 'list') {
      const { job } = body;
      const [name, ids] = lists.get(job.list.id) ?? [
        job.list.name,
        job.list.entries.map(({ libraryItemId }) => libraryItemId),
      ];
      lists.set(job.list.id, [
        job.kind === 'edit' ? job.change.name : name,
        job.kind === 'reorder' ? job.entries.map(({ libraryItemId }) => libraryItemId) : ids,
      ]);
    }
  }
  return { bookmarks, hidden, finished, lists: [...lists.values()].toSorted() };
}

type Press =
  | { readonly on: 'mark'; readonly time: number; readonly title: string | null }
  | { readonly on: 'series'; readonly id: string }
  | { readonly on: 'list'; readonly id: string; readonly name: string }
  /** Another name for a list that is there. */
  | { readonly on: 'edit'; readonly id: string; readonly name: string }
  /** Books, from the first to the last of these, are finished or not. */
  | { readonly on: 'many'; readonly from: number; readonly to: number; readonly isFinished: boolean }
  | { readonly on: 'one'; readonly book: number; readonly isFinished: boolean };

/** Presses possible for a user who sees all changes at once: an existing bookmark is renamed, not made. */
function changesOf(presses: readonly (Press & { readonly page: number })[]) {
  const marks = new Set<number>();
  const hidden = new Set<string>();
  const lists = new Map<string, string>();
  const bodiesOf = (press: Press): readonly ChangeBody[] => {
    switch (press.on) {
      case 'mark': {
        const { time, title } = press;
        if (title === null && !marks.has(time)) return [];
        const kind = title === null ? 'remove' : marks.has(time) ? 'update' : 'create';
        if (title === null) marks.delete(time);
        else marks.add(time);
        const bookmark = { libraryItemId: 'book', time, title: title ?? '', createdAt: 1 };
        return [{ kind: 'bookmark', job: { kind, bookmark } }];
      }
      case 'series': {
        const isHidden = !hidden.has(press.id);
        if (isHidden) hidden.add(press.id);
        else hidden.delete(press.id);
        return [{ kind: 'series', seriesId: press.id, isHidden }];
      }
      case 'list': {
        const isNew = !lists.has(press.id);
        const name = lists.get(press.id) ?? press.name;
        lists.set(press.id, name);
        const { kind, libraryId, description } = listOf([], { kind: 'playlist' });
        const list = { kind, id: press.id, libraryId, name, description, entries: ['a', 'b'].map(mediaOf) };
        if (isNew) return [{ kind: 'list', job: { kind: 'create', list } }];
        return [{ kind: 'list', job: { kind: 'reorder', list, entries: ['b', 'a'].map(mediaOf) } }];
      }
      case 'edit': {
        if (!lists.has(press.id)) return [];
        const { kind, libraryId, description } = listOf([], { kind: 'playlist' });
        const entries = ['a', 'b'].map(mediaOf);
        const list = { kind, id: press.id, libraryId, name: lists.get(press.id) ?? '', description, entries };
        const change = { name: press.name, description: null };
        return [{ kind: 'list', job: { kind: 'edit', list, change } }];
      }
      case 'many': {
        const edits = Array.from({ length: Math.max(0, press.to - press.from) }, (_, index) =>
          markOf(press.from + index, press.isFinished),
        );
        return edits.length > 0 ? [{ kind: 'progressOfMany', edits, count: edits.length }] : [];
      }
      case 'one':
        return [{ kind: 'progress', ...markOf(press.book, press.isFinished) }];
    }
  };
  return presses.flatMap((one) => bodiesOf(one).map((body) => ({ page: one.page, body })));
}

const markOf = (book: number, isFinished: boolean) => ({
  media: { libraryItemId: `book-${book}`, episodeId: null },
  edit: { kind: isFinished ? ('finish' as const) : ('unfinish' as const) },
  saving: { kind: 'change' as const, changes: [{ isFinished }] },
});

const press: fc.Arbitrary<Press> = fc.oneof(
  fc.record({
    on: fc.constant('many' as const),
    from: fc.constantFrom(0, 1, 55),
    to: fc.constantFrom(2, 60, 120),
    isFinished: fc.boolean(),
  }),
  fc.record({ on: fc.constant('one' as const), book: fc.constantFrom(0, 1, 58), isFinished: fc.boolean() }),
  fc.record({ on: fc.constant('edit' as const), id: fc.constantFrom('x', 'y'), name: fc.constantFrom('P', 'Q') }),
  fc.record({
    on: fc.constant('mark' as const),
    time: fc.integer({ min: 1, max: 2 }),
    title: fc.option(fc.constantFrom('A', 'B')),
  }),
  fc.record({ on: fc.constant('series' as const), id: fc.constantFrom('s', 't') }),
  fc.record({ on: fc.constant('list' as const), id: fc.constantFrom('x', 'y'), name: fc.constantFrom('Same', 'Else') }),
);
const fate = fc.constantFrom<Fate>('answered', 'answered', 'lost', 'answer lost', 'answer odd');
/** Each page makes changes, and ends after its sender pauses; its calls have these fates, then none is answered. */
const pages = fc.array(fc.tuple(fc.array(press, { maxLength: 4 }), fc.array(fate, { maxLength: 8 })), {
  minLength: 1,
  maxLength: 5,
});

test('whatever is lost, answered late or reloaded, the server ends with each change, and each new list once', async () => {
  await fc.assert(
    fc.asyncProperty(pages, async (history) => {
      const made = changesOf(history.flatMap(([presses], page) => presses.map((one) => ({ ...one, page }))));
      const server = createServer();
      const journal = createFakeJournal();
      const ids: Ids = new Map();
      for (const [page, fates] of [...history.map(([, one]) => one), null].entries()) {
        for (const [number, change] of made.entries()) {
          if (change.page !== page) continue;
          const about = { id: `c${number}`, userId: 'user', at: number, number, attempts: 0, known: null };
          journal.changes.write({ ...about, body: withIds(change.body, ids) });
        }
        await sendAll(server, journal, fates, ids);
      }
      const lists = [...server.lists.values()].map(({ name, ids: entries }) => [name, entries]).toSorted();
      const { bookmarks, hidden, finished } = server;
      expect({ bookmarks, hidden, finished, lists }).toEqual(expected(made.map(({ body }) => body)));
      expect(journal.changes.records.size).toBe(0);
    }),
    { numRuns: 100 },
  );
});

/** A change of a page that knows the server's id. */
function withIds(body: ChangeBody, ids: Ids): ChangeBody {
  if (body.kind !== 'list') return body;
  const { list } = body.job;
  return { ...body, job: { ...body.job, list: { ...list, id: ids.get(list.id) ?? list.id } } };
}

/** One page, until it has sent what it can. `fates` null: all is answered. */
async function sendAll(
  server: ReturnType<typeof createServer>,
  journal: ReturnType<typeof createFakeJournal>,
  fates: readonly Fate[] | null,
  ids: Ids,
) {
  const ports = createFakePorts({ journal });
  let call = 0;
  for (const [endpoint, work] of server.calls)
    ports.api.answer(endpoint, (input: unknown) => {
      const becomes = fates === null ? 'answered' : (fates[call] ?? 'lost');
      call += 1;
      if (becomes === 'lost') throw new AppException(away);
      const answer = work(input as never);
      if (becomes === 'answered') return answer;
      throw new AppException(becomes === 'answer lost' ? away : odd);
    });
  const host = createHost(changeSender, { input: { userId: 'user', changes: [] }, ports });
  const reports = () => host.parentEvents as readonly SenderReport[];
  while (reports().at(-1)?.type !== 'sender.paused') await new Promise(setImmediate);
  for (const report of reports())
    if (
      report.type === 'change.ended' &&
      report.change.body.kind === 'list' &&
      report.answer &&
      'entries' in report.answer
    )
      ids.set(report.change.body.job.list.id, report.answer.id);
  host.stop();
}
