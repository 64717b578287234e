import { describe, expect, test, vi } from 'vitest';
import { waitFor } from 'xstate';
import { batchItemOf, type BatchItem } from '../../../../src/machines/edit/batch-edit/drafts.logic.ts';
import { lookBefore } from '../../../../src/machines/edit/quick-match/look-before.ts';
import { selectReportState } from '../../../../src/machines/edit/quick-match/match-report.selectors.ts';
import {
  matchRows,
  wayBack,
  type MatchesBefore,
} from '../../../../src/machines/edit/quick-match/match-report.logic.ts';
import { matchReportMachine } from '../../../../src/machines/edit/quick-match/match-report.machine.ts';
import { libraryItemExpanded } from '../../../../src/schemas/api/library-item-expanded.ts';
import { getItems } from '../../../../src/services/endpoints/item-batch.ts';
import { batchBook } from '../../../support/batch-fixtures.ts';
import { createFakePorts } from '../../../support/fakes/ports.ts';
import { createHost } from '../../../support/host.ts';

const body = (id: string, metadata: object, changes: { coverPath?: string | null; updatedAt?: number } = {}) => {
  const { coverPath = '/cover.jpg', updatedAt = 1 } = changes;
  const book = batchBook(id, metadata);
  return { ...book, updatedAt, media: { ...book.media, coverPath } };
};
const item = (...given: Parameters<typeof body>): BatchItem => batchItemOf(libraryItemExpanded.parse(body(...given)));
const old = new Blob(['old'], { type: 'image/png' });
const before: MatchesBefore = new Map([
  ['a', { ...item('a', { title: 'A', publisher: null }), cover: old }],
  ['b', { ...item('b', { title: 'B' }, { coverPath: null }), cover: null }],
  ['c', { ...item('c', { title: 'C' }), cover: null }],
]);
const after = new Map([
  ['a', item('a', { title: 'A', publisher: 'New house' }, { updatedAt: 2 })],
  ['b', item('b', { title: 'B' }, { updatedAt: 2 })],
  ['c', item('c', { title: 'C' })],
]);

describe('the changes of a quick match', () => {
  test('are reported detail by detail, and covers with whether the old one can be restored', () => {
    expect(matchRows(before, after, new Set(['a', 'b', 'c']))).toEqual([
      { key: 'a publisher', id: 'a', title: 'A', field: 'publisher', before: '', after: 'New house' },
      { key: 'a cover', id: 'a', title: 'A', field: 'cover', canRestore: true },
      { key: 'b cover', id: 'b', title: 'B', field: 'cover', canRestore: true },
      { key: 'c cover', id: 'c', title: 'C', field: 'cover', canRestore: false },
    ]);
    expect(matchRows(before, new Map(), new Set(['a']))).toEqual([]);
  });

  test("are undone by the items' old values, and only where something changed", () => {
    expect(wayBack(before, after, new Set(['b', 'c']))).toEqual({
      details: new Map([
        ['a', { metadata: { publisher: null } }],
        ['b', {}],
        ['c', {}],
      ]),
      covers: new Map([['b', null]]),
    });
    expect(wayBack(before, after, new Set(['a'])).covers.get('a')).toBe(old);
  });
});

describe('the look before', () => {
  const { signal } = new AbortController();
  const look = (isCoverReplaced: boolean, cover: string | null = 'x') => {
    const ports = createFakePorts();
    ports.api.answer(getItems, { libraryItems: [body('a', {}), body('b', {}, { coverPath: null })] });
    ports.files.setCover(cover);
    return lookBefore(ports, ['a', 'b'], isCoverReplaced, signal);
  };
  const kept = async (given: ReturnType<typeof look>) => [...(await given).values()].map(({ cover }) => cover !== null);

  test('keeps the pictures that may be replaced, and continues past an unreadable one', async () => {
    expect(await kept(look(true))).toEqual([true, false]);
    expect(await kept(look(false))).toEqual([false, false]);
    expect(await kept(look(true, null))).toEqual([false, false]);
  });
});

describe('the report', () => {
  const open = (cover = 'old') => {
    const ports = createFakePorts();
    ports.files.setCover(cover);
    const host = createHost(matchReportMachine, { input: { before }, ports });
    ports.api.answer(getItems, {
      libraryItems: [
        body('a', { title: 'A', publisher: 'New house' }, { updatedAt: 2 }),
        body('b', { title: 'B' }, { coverPath: null }),
        body('c', { title: 'C' }),
      ],
    });
    const until = (wanted: string) =>
      waitFor(host.subject, (state) => selectReportState(state) === wanted, { timeout: 1000 });
    return { ...host, until };
  };
  const fieldsOf = ({ subject }: ReturnType<typeof open>) =>
    subject.getSnapshot().context.rows.map(({ field }) => field);

  test('compares pictures of the same name by content', async () => {
    const same = open();
    await same.until('shown');
    expect(fieldsOf(same)).toEqual(['publisher']);
    const other = open('new');
    await other.until('shown');
    expect(fieldsOf(other)).toEqual(['publisher', 'cover']);
  });

  test('answers with an undo on request, else with nothing', async () => {
    const undone = open('new');
    undone.subject.send({ type: 'matchReport.undo' });
    await undone.until('shown');
    undone.subject.send({ type: 'matchReport.undo' });
    expect(undone.subject.getSnapshot().output).toEqual({
      details: new Map([['a', { metadata: { publisher: null } }]]),
      covers: new Map([['a', old]]),
    });
    const closed = open();
    closed.subject.send({ type: 'matchReport.close' });
    expect(closed.subject.getSnapshot().output).toBe(null);
  });

  test('says that the items can’t be read, with a retry', async () => {
    const ports = createFakePorts();
    ports.api.refuseOnce(getItems, { kind: 'network' });
    const { subject } = createHost(matchReportMachine, { input: { before }, ports });
    await vi.waitFor(() => expect(selectReportState(subject.getSnapshot())).toBe('failed'));
    expect(subject.getSnapshot().context.error).toEqual({ kind: 'network' });
    ports.api.answer(getItems, { libraryItems: [] });
    subject.send({ type: 'matchReport.retry' });
    await vi.waitFor(() => expect(selectReportState(subject.getSnapshot())).toBe('shown'));
    expect(subject.getSnapshot().context.error).toBe(null);
    subject.send({ type: 'matchReport.undo' });
    expect([subject.getSnapshot().status, subject.getSnapshot().context.isUndone]).toEqual(['active', false]);
    subject.send({ type: 'matchReport.close' });
    expect(subject.getSnapshot()).toMatchObject({ status: 'done', output: null });
  });
});
