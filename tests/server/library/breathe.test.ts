import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { breathe } from '../../../server/breathe.ts';
import { startServer, type TestServer } from '../../support/embedded-server.ts';
import { seedLibrary } from './seed.ts';
import { countTurns } from './support.ts';

test('each of several breathing callers gets its own turn of the loop', async () => {
  const state = countTurns();
  const turns: number[] = [];
  const work = async (): Promise<void> => {
    for (let step = 0; step < 3; step += 1) {
      await breathe();
      turns.push(state.turn);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  state.isOver = true;
  expect(turns).toHaveLength(12);
  expect(new Set(turns).size).toBe(12);
});

describe('when many books are removed', () => {
  let server: TestServer;
  let report: { readonly event: string; readonly turn: number }[];
  let state: ReturnType<typeof countTurns>;
  beforeAll(async () => {
    server = await startServer();
    const { user } = await server.account('root', 'root');
    seedLibrary(server.ctx.store, user?.id ?? '', 200);
    const { database } = server.ctx.store;
    const [kept] = database.all<{ id: string }>('SELECT id FROM authors ORDER BY id');
    database.run("UPDATE authors SET description = 'Known' WHERE id = ?", kept?.id);
    server.ctx.events.subscribe(({ event }) => report.push({ event, turn: state.turn }));
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    report = [];
    state = countTurns();
  });
  const inOneTurn = (): number => {
    const turns = report.map(({ turn }) => turn);
    return Math.max(...turns.map((turn) => turns.filter((other) => other === turn).length));
  };
  const count = (table: 'authors' | 'series'): number =>
    server.ctx.store.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;

  test('their authors and series are removed and announced a few in each turn; one with a text stays', async () => {
    const [authors, series] = [count('authors'), count('series')];
    expect(authors).toBeGreaterThan(40);
    expect(series).toBeGreaterThan(10);
    server.ctx.store.database.run('DELETE FROM libraryItems');
    const removed = server.ctx.editor.removeEmptyNames();
    expect(report.map(({ event }) => event)).toEqual(Array.from({ length: 5 }, () => 'author_removed'));
    await removed;
    state.isOver = true;
    expect(report.filter(({ event }) => event === 'author_removed')).toHaveLength(authors - 1);
    expect(report.filter(({ event }) => event === 'series_removed')).toHaveLength(series);
    // The last authors are removed with the first series.
    expect(inOneTurn()).toBeLessThan(10);
    expect([count('authors'), count('series')]).toEqual([1, 0]);
  });
});
