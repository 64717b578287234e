import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { describe, expect, test, vi } from 'vitest';
import { createMarksStore, MARKS_CHANNEL, MarksException } from '../../src/services/marks-store.ts';
import { markOf } from '../support/marks-fixtures.ts';

describe('the store of marks', () => {
  test('returns the marks of an account in an item, to another tab too', async () => {
    const databases = new IDBFactory();
    const store = createMarksStore(databases, null);
    const own = [markOf(), markOf({ id: 'b', kind: 'bookmark', text: '' })];
    const others = [markOf({ userId: 'other' }), markOf({ id: 'c', itemId: 'other' })];
    await store.write([...own, ...others].map((mark) => ({ kind: 'put', mark })));
    const other = createMarksStore(databases, null);
    expect(await other.read('u', 'item')).toEqual(own);
    await other.write([{ kind: 'remove', mark: markOf() }]);
    expect((await store.read('u', 'item')).map(({ id }) => id)).toEqual(['b']);
    expect(await store.read('other', 'item')).toEqual([markOf({ userId: 'other' })]);
  });

  test('changes of one mark by two tabs both stay, and a mark removed meanwhile is made again', async () => {
    const databases = new IDBFactory();
    const [one, other] = [createMarksStore(databases, null), createMarksStore(databases, null)];
    await one.write([{ kind: 'put', mark: markOf() }]);
    await Promise.all([
      one.write([{ kind: 'change', mark: markOf({ note: 'Mine' }), fields: { note: 'Mine' } }]),
      other.write([{ kind: 'change', mark: markOf({ colour: 'blue' }), fields: { colour: 'blue' } }]),
    ]);
    expect(await one.read('u', 'item')).toEqual([markOf({ note: 'Mine', colour: 'blue' })]);
    await other.write([{ kind: 'remove', mark: markOf() }]);
    await one.write([{ kind: 'change', mark: markOf({ note: 'More' }), fields: { note: 'More' } }]);
    expect(await other.read('u', 'item')).toEqual([markOf({ note: 'More' })]);
  });

  test('a change notifies other tabs, not its own', async () => {
    const databases = new IDBFactory();
    const [one, other] = [
      createMarksStore(databases, new BroadcastChannel(MARKS_CHANNEL)),
      createMarksStore(databases, new BroadcastChannel(MARKS_CHANNEL)),
    ];
    const [heard, unheard] = [vi.fn(), vi.fn()];
    const end = other.subscribe(heard);
    const endOwn = one.subscribe(unheard);
    await one.write([{ kind: 'put', mark: markOf() }]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
    end();
    endOwn();
    expect(unheard).not.toHaveBeenCalled();
  });

  test('skips unreadable marks, and keeps them', async () => {
    const store = createMarksStore(new IDBFactory(), null);
    const odd = { ...markOf({ id: 'odd' }), colour: 'octarine' } as never;
    await store.write([
      { kind: 'put', mark: odd },
      { kind: 'put', mark: markOf() },
    ]);
    expect(await store.read('u', 'item')).toEqual([markOf()]);
  });

  test('says why it stores nothing: blocked, or full', async () => {
    const refused = createMarksStore(null, null);
    await expect(refused.read('u', 'item')).rejects.toMatchObject({ fault: 'blocked' });
    await expect(refused.write([{ kind: 'put', mark: markOf() }])).rejects.toBeInstanceOf(MarksException);
    expect(new MarksException(new DOMException('no room', 'QuotaExceededError')).fault).toBe('full');
    // A later try opens it, when the browser lets it.
    const databases = new IDBFactory();
    const open = vi.spyOn(databases, 'open').mockImplementationOnce(() => {
      throw new DOMException('not now', 'InvalidStateError');
    });
    const store = createMarksStore(databases, null);
    await expect(store.read('u', 'item')).rejects.toMatchObject({ fault: 'blocked' });
    expect(await store.read('u', 'item')).toEqual([]);
    expect(open).toHaveBeenCalledTimes(2);
  });
});
