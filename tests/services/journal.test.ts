import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import type { JournalRecord } from '../../src/schemas/journal.ts';
import type { ChangeBody, PendingChange } from '../../src/schemas/pending-change.ts';
import { createJournal } from '../../src/services/journal.ts';
import { createLocks } from '../../src/services/locks.ts';
import type { ReadingPlace } from '../../src/schemas/reading.ts';

const record = (changes: Partial<JournalRecord> = {}): JournalRecord => ({
  sessionId: 's1',
  owner: 'page',
  userId: 'user',
  device: 'browser-tab',
  media: { libraryItemId: 'item', episodeId: null },
  session: {
    libraryId: 'library',
    mediaType: 'book',
    displayTitle: 'Emma',
    displayAuthor: 'Jane Austen',
    duration: 1000,
    date: '2026-01-01',
    dayOfWeek: 'Thursday',
    startTime: 0,
    startedAt: 1,
  },
  heard: 10,
  confirmed: 0,
  time: 10,
  savedTime: 0,
  places: [0],
  heardAt: 2,
  heardServer: null,
  notBefore: 1,
  hasRow: false,
  isClean: true,
  closing: 'open',
  isStored: false,
  isMisplaced: false,
  ...changes,
});

const change = (id: string): PendingChange => ({
  id,
  userId: 'user',
  at: 1,
  number: 1,
  attempts: 0,
  known: null,
  body: { kind: 'series', seriesId: 's', isHidden: true },
});
const place = (key: string): ReadingPlace => ({
  key,
  userId: 'user',
  itemId: 'item',
  ino: '7',
  location: '3',
  share: 0.5,
  at: 1,
});

/** A `localStorage` of its own. */
function createArea(kept: Record<string, string> = {}): Storage {
  const own = { enumerable: false, writable: true };
  return Object.defineProperties(kept as unknown as Storage, {
    getItem: { ...own, value: (key: string) => kept[key] ?? null },
    setItem: { ...own, value: (key: string, value: string) => void (kept[key] = value) },
    removeItem: { ...own, value: (key: string) => void delete kept[key] },
  });
}

describe('the journal', () => {
  test('returns the last written value, to another page too, until it is removed', async () => {
    const databases = new IDBFactory();
    const journal = createJournal(databases, null);
    expect(await journal.write(record())).toBe(true);
    void journal.write(record({ heard: 20 }));
    void journal.write(record({ sessionId: 's2' }));
    await journal.written();
    expect(journal.written()).toBeNull();
    const other = createJournal(databases, null);
    expect(await other.read()).toEqual([record({ heard: 20 }), record({ sessionId: 's2' })]);
    other.remove('s1');
    await other.written();
    expect((await journal.read()).map(({ sessionId }) => sessionId)).toEqual(['s2']);
  });

  test('keeps changes and places beside it, over the end of the page', async () => {
    const databases = new IDBFactory();
    const journal = createJournal(databases, null);
    journal.write(record());
    journal.changes.write(change('c1'));
    journal.changes.write(change('c2'));
    journal.changes.write({ ...change('c2'), attempts: 1 });
    journal.places.write(place('p1'));
    expect(await journal.written()).toBe(true);
    const other = createJournal(databases, null);
    expect([await other.changes.read(), await other.places.read()]).toEqual([
      [change('c1'), { ...change('c2'), attempts: 1 }],
      [place('p1')],
    ]);
    other.changes.remove('c1');
    other.places.remove('p1');
    await other.written();
    expect([await journal.changes.read(), await journal.places.read(), await journal.read()]).toEqual([
      [{ ...change('c2'), attempts: 1 }],
      [],
      [record()],
    ]);
  });

  test('has changes that an older version kept, those of several books and of names, and no broken ones', async () => {
    const list = { kind: 'playlist', id: 'l', libraryId: 'b', name: 'Old', description: null, entries: [] } as const;
    const media = { libraryItemId: 'item', episodeId: null };
    const finish = { edit: { kind: 'finish' }, saving: { kind: 'change', changes: [{ isFinished: true }] } } as const;
    const bodies: readonly ChangeBody[] = [
      { kind: 'progress', media, ...finish },
      { kind: 'list', job: { kind: 'create', list } },
      { kind: 'list', job: { kind: 'edit', list, change: { name: 'New', description: null } } },
      { kind: 'progressOfMany', edits: [{ media, ...finish }], count: 70 },
    ];
    const changes = bodies.map((body, index) => ({ ...change(`c${index}`), body }));
    const databases = new IDBFactory();
    const journal = createJournal(databases, null);
    for (const one of changes) journal.changes.write(one);
    journal.changes.write({ ...change('broken'), body: { kind: 'progressOfMany', edits: [{}] } as never });
    await journal.written();
    expect(await createJournal(databases, null).changes.read()).toEqual(changes);
  });

  test('has what an older version kept, and room for changes and places', async () => {
    const databases = new IDBFactory();
    await new Promise<void>((resolve) => {
      const open = databases.open('earmark', 1);
      open.onupgradeneeded = () => open.result.createObjectStore('journal', { keyPath: 'sessionId' }).put(record());
      open.onsuccess = () => {
        open.result.close();
        resolve();
      };
    });
    const journal = createJournal(databases, null);
    journal.changes.write(change('c1'));
    await journal.written();
    expect([await journal.read(), await journal.changes.read()]).toEqual([[record()], [change('c1')]]);
  });

  test('has changes and places as long as the page when the browser stores nothing, and says so', async () => {
    const journal = createJournal(null, null);
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    journal.changes.write(change('c1'));
    journal.changes.write(change('c2'));
    journal.changes.remove('c1');
    journal.places.write(place('p1'));
    expect(await journal.written()).toBe(false);
    expect([await journal.changes.read(), await journal.places.read()]).toEqual([[change('c2')], [place('p1')]]);
    said.mockRestore();
  });

  test('is in localStorage while the database is blocked or full, over the end of the page, until it is removed', async () => {
    const area = createArea();
    const blocked = createJournal(null, area);
    expect(await blocked.write(record())).toBe(false);
    void blocked.write(record({ heard: 20 }));
    blocked.changes.write(change('c1'));
    blocked.changes.write(change('c2'));
    blocked.changes.remove('c1');
    blocked.places.write(place('p1'));
    expect(await blocked.written()).toBe(false);
    expect(await blocked.read()).toEqual([record({ heard: 20 })]);

    const databases = new IDBFactory();
    const later = createJournal(databases, area);
    expect([await later.read(), await later.changes.read(), await later.places.read()]).toEqual([
      [record({ heard: 20 })],
      [change('c2')],
      [place('p1')],
    ]);
    later.write(record({ heard: 30 }));
    later.changes.remove('c2');
    later.places.write({ ...place('p1'), location: '4' });
    expect(await later.written()).toBe(true);
    expect(Object.keys(area)).toEqual([]);
    expect([await later.read(), await later.changes.read(), await later.places.read()]).toEqual([
      [record({ heard: 30 })],
      [],
      [{ ...place('p1'), location: '4' }],
    ]);

    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    later.write(record({ heard: 40 }));
    later.changes.write(change('c3'));
    later.changes.remove('c3');
    expect(await later.written()).toBe(true);
    put.mockRestore();
    const last = createJournal(databases, area);
    expect([await last.read(), await last.changes.read()]).toEqual([[record({ heard: 40 })], []]);
  });

  test('reads the valid part of an edited localStorage', async () => {
    const area = createArea({
      'earmark.kept.journal.s1': '{',
      'earmark.kept.journal.s2': '7',
      'earmark.kept.journal.s3': JSON.stringify(record({ sessionId: 's3' })),
    });
    expect(await createJournal(null, area).read()).toEqual([record({ sessionId: 's3' })]);
  });

  test('skips unreadable entries, and keeps them', async () => {
    const databases = new IDBFactory();
    const journal = createJournal(databases, null);
    journal.write({ ...record({ sessionId: 'odd' }), heard: 'ten' } as never);
    journal.write(record());
    await journal.written();
    expect((await journal.read()).map(({ sessionId }) => sessionId)).toEqual(['s1']);
    const raw = await new Promise<unknown[]>((resolve) => {
      const open = databases.open('earmark', 2);
      open.onsuccess = () => {
        const all = open.result.transaction('journal').objectStore('journal').getAll();
        all.onsuccess = () => resolve(all.result);
      };
    });
    expect(raw).toHaveLength(2);
  });

  test.each([
    ['missing', null],
    [
      'blocked',
      {
        open: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      } as unknown as IDBFactory,
    ],
  ])('blocks nothing when the storage is %s, and says so once', async (_case, databases) => {
    const journal = createJournal(databases, null);
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    journal.write(record());
    journal.remove('s1');
    await journal.written();
    expect([await journal.read(), said.mock.calls]).toEqual([
      [],
      [['Changes and heard seconds cannot be kept in this browser', expect.anything()]],
    ]);
    said.mockRestore();
  });

  test('makes room for a later version of the program', async () => {
    const databases = new IDBFactory();
    const journal = createJournal(databases, null);
    journal.write(record());
    await journal.written();
    const later = await new Promise<string>((resolve) => {
      const open = databases.open('earmark', 3);
      open.onblocked = () => resolve('blocked');
      open.onsuccess = () => resolve('open');
    });
    expect(later).toBe('open');
  });
});

describe('a held lock', () => {
  const area = () => {
    const values = new Map<string, string>();
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    } as unknown as Storage;
  };

  test('without Web Locks is renewed as long as its page lives, and then taken over', async () => {
    vi.useFakeTimers();
    const storage = area();
    const [mine, other] = [createLocks(undefined, storage), createLocks(undefined, storage)];
    const holding = mine.hold('page', new AbortController().signal);
    await vi.advanceTimersByTimeAsync(100);
    const release = await holding;
    let isOthers = false;
    void other.hold('page', new AbortController().signal).then(() => (isOthers = true));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(isOthers).toBe(false);
    release();
    await vi.advanceTimersByTimeAsync(6000);
    expect(isOthers).toBe(true);
    vi.useRealTimers();
  });

  test('without Web Locks ends its wait when cancelled', async () => {
    vi.useFakeTimers();
    const storage = area();
    await Promise.all([
      createLocks(undefined, storage).hold('page', new AbortController().signal),
      vi.advanceTimersByTimeAsync(100),
    ]);
    const waiting = new AbortController();
    const held = vi.fn();
    void createLocks(undefined, storage).hold('page', waiting.signal).then(held);
    waiting.abort();
    storage.removeItem('earmark.lock.page');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(held).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  test('is a Web Lock where available', async () => {
    const waiting: (() => void)[] = [];
    const manager = {
      request: async (_name: string, _options: object, work: () => Promise<void>) => {
        await work();
        waiting.shift()?.();
      },
    } as unknown as LockManager;
    const next = vi.fn();
    waiting.push(next);
    const release = await createLocks(manager, null).hold('page', new AbortController().signal);
    expect(next).not.toHaveBeenCalled();
    release();
    await vi.waitFor(() => expect(next).toHaveBeenCalledOnce());
  });
});
