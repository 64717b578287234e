import { fromTransition, waitFor, type EventObject } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { BATCH_DRAFT } from '../../../../src/machines/edit/batch-edit/batch-edit.stored.ts';
import { batchMachine } from '../../../../src/machines/edit/batch/batch.machine.ts';
import { selectBatchProgress } from '../../../../src/machines/edit/batch/batch.logic.ts';
import { idsOfItem } from '../../../../src/machines/browse/selection/selection.logic.ts';
import type { Job, MatchesBegun, PickedItem } from '../../../../src/machines/browse/selection/selection.protocol.ts';
import type { MediaProgress } from '../../../../src/schemas/api/progress.ts';
import { deleteEpisode } from '../../../../src/services/endpoints/podcast-admin.ts';
import { deleteItems, getItems, quickMatchItems, updateItems } from '../../../../src/services/endpoints/item-batch.ts';
import { embedMetadataBatch } from '../../../../src/services/endpoints/item-tools.ts';
import { removeCover } from '../../../../src/services/endpoints/item-editing.ts';
import { batchBook } from '../../../support/batch-fixtures.ts';
import { createHost, progressRecorder } from '../../../support/host.ts';
import { bookProgress } from '../../../support/player-fixtures.ts';
import { recording } from '../../../support/recordings.ts';
import { pickedBooks, pickedEpisodes } from '../../../support/selection-fixtures.ts';

const server = (message: string) => ({ kind: 'server', status: 500, message }) as const;
const many = (count: number) => pickedBooks(...Array.from({ length: count }, (_, index) => `book-${index}`));
const begun = (id: string, changes: Partial<MediaProgress> = {}) => bookProgress({ libraryItemId: id, ...changes });

function open(job: Job, picked: readonly PickedItem[], entries: readonly MediaProgress[] = []) {
  const progress = progressRecorder(Object.fromEntries(entries.map((entry) => [entry.libraryItemId, entry])));
  const host = createHost(batchMachine, {
    input: { job, picked },
    named: { toasts: null, modals: null, player: null, queue: null, auth: null, router: null, progress },
  });
  const { subject } = host;
  return {
    ...host,
    report: () => host.receivedBy('toasts') as readonly Record<string, unknown>[],
    ofProgress: () => [...host.receivedBy('progress')],
    ended: () => waitFor(subject, (state) => state.status === 'done', { timeout: 1000 }),
    done: () => subject.getSnapshot().output?.done,
    answer: (output: { accepted: boolean; checked: boolean } | null) =>
      subject.send({ type: 'modal.closed', modal: 'confirm', tag: 'delete', output }),
  };
}

describe('adding to lists', () => {
  test.each([
    ['collection (COL-002)', 'collection'],
    ['playlist (PLY-003)', 'playlist'],
  ] as const)(
    'opens the dialog of a %s with the whole selection; closed, nothing is selected any more',
    async (_row, list) => {
      const batch = open({ kind: 'addToList', list }, many(2));
      expect(batch.receivedBy('modals')).toMatchObject([
        {
          type: 'modals.open',
          modal: 'addToList',
          input: {
            kind: list,
            libraryId: many(1)[0]?.item?.libraryId,
            items: [
              { libraryItemId: 'book-0', episodeId: null },
              { libraryItemId: 'book-1', episodeId: null },
            ],
          },
        },
      ]);
      batch.subject.send({ type: 'modal.closed', modal: 'addToList', tag: 'addToList', output: null });
      await batch.ended();
      expect(batch.done()).toEqual(['book-0', 'book-1']);
      expect(batch.report()).toEqual([]);
    },
  );
});

describe('marking as finished', () => {
  const media = (id: string) => ({ libraryItemId: id, episodeId: null });

  test('is one change; what is finished already is left alone; undo is offered (SEL-021, ERR-033)', () => {
    const [known, begunOne] = [begun('book-0', { isFinished: true }), begun('book-1', { currentTime: 50 })];
    const batch = open({ kind: 'finish' }, many(3), [known, begunOne]);
    const changed = ['book-1', 'book-2'].map(media);
    expect(batch.ofProgress()).toEqual([
      { type: 'progress.editMany', edits: changed.map((one) => ({ media: one, edit: { kind: 'finish' } })) },
    ]);
    expect(batch.report()).toEqual([
      {
        type: 'toasts.show',
        id: 'selection',
        kind: 'success',
        message: { key: 'selection.done.finish', values: { count: 2 } },
        action: {
          label: { key: 'toasts.undo' },
          to: 'progress',
          event: {
            type: 'progress.editMany',
            edits: [
              { media: media('book-1'), edit: { kind: 'restore', entry: begunOne } },
              { media: media('book-2'), edit: { kind: 'restore', entry: null } },
            ],
          },
        },
      },
    ]);
    expect([batch.done(), batch.ports.api.calls]).toEqual([['book-0', 'book-1', 'book-2'], []]);
  });
});

describe('marking a whole podcast', () => {
  const [book, ...rest] = many(3);
  const known = [begun(book?.id ?? '', { isFinished: true })];

  test('confirms first, with the number of changes; accepted, it continues like the others (areas 25.6)', async () => {
    const batch = open({ kind: 'finish', asks: true }, many(3), known);
    expect(batch.receivedBy('modals')).toMatchObject([
      {
        modal: 'confirm',
        input: {
          message: { key: 'selection.confirmFinish', values: { count: 2 } },
          type: 'yesNo',
          tone: 'primary',
          confirmLabel: { key: 'common.markFinished' },
        },
      },
    ]);
    expect(batch.ofProgress()).toEqual([]);
    batch.answer({ accepted: true, checked: false });
    await batch.ended();
    expect(batch.ofProgress()).toMatchObject([
      { edits: rest.map(({ id }) => ({ media: { libraryItemId: id }, edit: { kind: 'finish' } })) },
    ]);
    expect(batch.report()).toMatchObject([{ kind: 'success', action: { to: 'progress' } }]);
  });

  test.each([null, { accepted: false, checked: false }])('refused (%o), nothing changes', async (answer) => {
    const batch = open({ kind: 'unfinish', asks: true }, many(3), known);
    expect(batch.receivedBy('modals')).toMatchObject([
      { input: { message: { key: 'selection.confirmUnfinish', values: { count: 1 } } } },
    ]);
    batch.answer(answer);
    await batch.ended();
    expect([batch.ofProgress(), batch.report()]).toEqual([[], []]);
  });
});

describe('putting narrators back', () => {
  const before = new Map(many(60).map(({ id }, index) => [id, index === 0 ? ['Bea', 'Ann'] : ['Ann']]));
  const picked = [...before.keys()].map((id) => ({ id, item: null }));

  test('is sent in parts, and reports nothing about the page', async () => {
    const batch = open({ kind: 'restoreNarrators', before }, picked);
    batch.ports.api.answer(updateItems, { success: true, updates: 50 });
    expect(selectBatchProgress(batch.subject.getSnapshot())).toEqual({ done: 0, count: 60 });
    await batch.ended();
    expect(selectBatchProgress(batch.subject.getSnapshot())).toBe(null);
    const sent = batch.ports.api.inputsOf(updateItems) as { updates: object[] }[];
    expect(sent.map(({ updates }) => updates.length)).toEqual([50, 10]);
    const changed = { id: 'book-0', mediaPayload: { metadata: { narrators: ['Bea', 'Ann'] } } };
    expect(sent[0]?.updates[0]).toEqual(changed);
    expect([batch.done()?.length, batch.report()]).toEqual([60, []]);
  });

  test('reports books that failed, and offers them again', async () => {
    const batch = open({ kind: 'restoreNarrators', before }, picked);
    batch.ports.api.answerOnce(updateItems, { success: true, updates: 50 });
    batch.ports.api.refuse(updateItems, server('The disk is full'));
    await batch.ended();
    const message = { key: 'selection.failed.restoreNarrators', values: { failed: 10, count: 60 } };
    expect(batch.report()).toMatchObject([{ message, action: { label: { key: 'common.retry' } } }]);
  });
});

describe('deleting', () => {
  test('confirms first, with an unticked box for the files (SEL-028, AMB-31)', () => {
    const batch = open({ kind: 'delete', hard: null }, pickedBooks('a', 'b'));
    expect(batch.receivedBy('modals')).toMatchObject([
      { type: 'modals.open', modal: 'confirm', input: { type: 'yesNo', checkbox: { checked: false } } },
    ]);
    expect(batch.ports.api.calls).toEqual([]);
  });

  test('sends the answer, and reports it (SEL-030, ERR-034)', async () => {
    const batch = open({ kind: 'delete', hard: null }, pickedBooks('a', 'b'));
    batch.ports.api.answer(deleteItems, 'OK');
    batch.answer({ accepted: true, checked: true });
    await batch.ended();
    expect(batch.ports.api.inputsOf(deleteItems)).toEqual([{ itemIds: ['a', 'b'], hard: true }]);
    expect(batch.report()).toMatchObject([{ kind: 'success', message: { key: 'selection.done.delete' } }]);
  });

  test.each([
    [true, '0'],
    [false, '1'],
  ])('remembers whether the box is ticked: %s (SEL-029, VAL-054, STO-032)', async (checked, stored) => {
    const batch = open({ kind: 'delete', hard: null }, pickedBooks('a', 'b'));
    batch.ports.api.answer(deleteItems, 'OK');
    batch.answer({ accepted: true, checked });
    await batch.ended();
    expect(batch.ports.storage.texts.get('softDeleteDefault')).toBe(stored);
  });

  test.each([
    [
      'one item: its title, folder and size',
      pickedBooks('a'),
      { first: 'Title a', second: '', more: -1, isNamed: 'yes', count: 1 },
      { key: 'selection.deleteFolder', values: { folder: 'Author/Title a', megabytes: 50 } },
    ],
    [
      'several: two titles, how many more, and the size of all',
      many(3),
      { first: 'Title book-0', second: 'Title book-1', more: 1, isNamed: 'yes', count: 3 },
      { key: 'selection.deleteFilesOf', values: { megabytes: 150 } },
    ],
    [
      'what is not known: how many',
      [{ id: 'a', item: null }],
      { first: '', second: '', more: -1, isNamed: 'no', count: 1 },
      { key: 'selection.deleteFiles' },
    ],
  ])('names the loss, of %s', (_, picked, values, label) => {
    const batch = open({ kind: 'delete', hard: null }, picked);
    expect(batch.receivedBy('modals')).toMatchObject([
      { input: { message: { key: 'selection.confirmDelete', values }, checkbox: { label } } },
    ]);
  });

  test('the answer of the last time is the default', () => {
    const batch = open({ kind: 'delete', hard: null }, pickedBooks('a'));
    batch.ports.api.answer(deleteItems, 'OK');
    batch.answer({ accepted: true, checked: false });
    expect(batch.ports.storage.texts.get('softDeleteDefault')).toBe('1');
  });

  test.each([
    ['refused', { accepted: false, checked: true }],
    ['closed by another page', null],
  ])('%s, nothing is deleted and nothing remembered', async (_name, output) => {
    const batch = open({ kind: 'delete', hard: null }, pickedBooks('a'));
    batch.answer(output);
    await batch.ended();
    expect([batch.done(), batch.ports.api.calls, batch.ports.storage.texts.has('softDeleteDefault')]).toEqual([
      [],
      [],
      false,
    ]);
  });

  test('a retry asks nothing again', async () => {
    const batch = open({ kind: 'delete', hard: true }, pickedBooks('a'));
    batch.ports.api.answer(deleteItems, 'OK');
    await batch.ended();
    expect([batch.receivedBy('modals'), batch.ports.api.inputsOf(deleteItems)]).toEqual([
      [],
      [{ itemIds: ['a'], hard: true }],
    ]);
  });
});

test('the first one plays, and the others follow in their order (AMB-28)', () => {
  const batch = open({ kind: 'play' }, pickedBooks('b', 'a', 'c'));
  const [added] = batch.receivedBy('queue') as readonly (EventObject & { items: { libraryItemId: string }[] })[];
  expect(added).toMatchObject({ type: 'queue.add', place: 'next' });
  expect(added?.items.map(({ libraryItemId }) => libraryItemId)).toEqual(['b', 'a', 'c']);
  expect(batch.receivedBy('player')).toMatchObject([
    { type: 'player.play', libraryItemId: 'b', preview: { title: 'Title b', author: 'Author', duration: 600 } },
  ]);
  expect(batch.done()).toEqual(['b', 'a', 'c']);
});

test('items added to the queue wait behind all others in its order, and nothing plays', () => {
  const batch = open({ kind: 'queue' }, pickedBooks('b', 'a', 'c'));
  const [added, ...more] = batch.receivedBy('queue') as readonly (EventObject & {
    items: { libraryItemId: string }[];
  })[];
  expect(added).toMatchObject({ type: 'queue.add', place: 'last' });
  expect(added?.items.map(({ libraryItemId }) => libraryItemId)).toEqual(['b', 'a', 'c']);
  expect([more, batch.receivedBy('player'), batch.done(), batch.report()]).toEqual([[], [], ['b', 'a', 'c'], []]);
});

test('a quick match whose options are not given is not begun, and all stays selected', async () => {
  const batch = open({ kind: 'quickMatch', options: null }, many(2));
  batch.subject.send({ type: 'modal.closed', modal: 'quickMatch', tag: 'quickMatch', output: null });
  await batch.ended();
  expect([batch.done(), batch.ports.api.inputsOf(quickMatchItems), batch.report()]).toEqual([[], [], []]);
});

test('a quick match that fails to start says so (SEL-036, ERR-021)', async () => {
  const batch = open({ kind: 'quickMatch', options: { provider: 'google' } }, many(2));
  batch.ports.api.answer(getItems, { libraryItems: [batchBook('book-0', { title: 'Before' })] });
  batch.ports.api.refuse(quickMatchItems, server('Busy'));
  await batch.ended();
  expect(batch.report()).toMatchObject([{ kind: 'error', message: { key: 'selection.failed.quickMatch' } }]);
});

test('a quick match opens its options, is sent as a whole, and says so (SEL-035, ERR-066, GEN-028)', async () => {
  const options = { provider: 'google', overrideDetails: true, overrideCover: false };
  const batch = open({ kind: 'quickMatch', options: null }, many(60));
  batch.ports.api.answer(quickMatchItems, 'OK');
  batch.ports.api.answer(getItems, { libraryItems: [batchBook('book-0', { title: 'Before' })] });
  expect(batch.receivedBy('modals')).toMatchObject([
    { modal: 'quickMatch', input: { ids: many(60).map(({ id }) => id), libraryId: 'library', mediaType: 'book' } },
  ]);
  batch.subject.send({ type: 'modal.closed', modal: 'quickMatch', tag: 'quickMatch', output: { options } });
  await batch.ended();
  expect(batch.ports.api.inputsOf(quickMatchItems)).toMatchObject([{ options, itemIds: { length: 60 } }]);
  expect(batch.report()).toMatchObject([{ message: { key: 'selection.done.quickMatch', values: { count: 60 } } }]);
  const [begun] = batch.parentEvents as unknown as readonly MatchesBegun[];
  expect([...(begun?.before ?? [])].map(([id, { base, cover }]) => [id, base.title, cover])).toEqual([
    ['book-0', 'Before', null],
  ]);
});

test('what can’t be looked at before is not matched', async () => {
  const batch = open({ kind: 'quickMatch', options: { provider: 'google' } }, many(1));
  batch.ports.api.refuse(getItems, server('Busy'));
  await batch.ended();
  expect(batch.ports.api.inputsOf(quickMatchItems)).toEqual([]);
  expect(batch.report()).toMatchObject([{ kind: 'error', error: { message: 'Busy' } }]);
});

test('covers return with the details: kept ones are sent, missing ones are removed', async () => {
  const before = new Map(['book-0', 'book-1', 'book-2'].map((id) => [id, {}]));
  const covers = new Map([
    ['book-0', new Blob(['png'], { type: 'image/png' })],
    ['book-1', null],
  ]);
  const batch = open({ kind: 'restoreDetails', before, covers }, many(3));
  batch.ports.api.answer(updateItems, { success: true, updates: 0 });
  batch.ports.api.answer(removeCover, 'OK');
  await vi.waitFor(() => expect(batch.ports.files.sent).toHaveLength(1));
  batch.ports.files.answer({ success: true, cover: '/cover.png' });
  await batch.ended();
  const [{ input }] = batch.ports.files.sent as unknown as readonly [{ readonly input: { readonly file: File } }];
  const { file } = input;
  expect([file.name, file.type, batch.ports.api.inputsOf(removeCover)]).toEqual([
    'cover.png',
    'image/png',
    [{ id: 'book-1' }],
  ]);
  expect(batch.done()).toEqual(['book-0', 'book-1', 'book-2']);
  expect(batch.report()).toMatchObject([
    { kind: 'success', message: { key: 'selection.done.restoreDetails', values: { count: 3 } } },
  ]);
});

test('refused details of the undo are reported, and retried', async () => {
  const before = new Map(['book-0', 'book-1'].map((id) => [id, {}]));
  const job = { kind: 'restoreDetails', before } as const;
  const batch = open(job, many(2));
  batch.ports.api.refuse(updateItems, server('Read-only'));
  await batch.ended();
  expect(batch.report()).toMatchObject([
    {
      kind: 'error',
      message: { key: 'selection.failed.restore', values: { failed: 2, count: 2 } },
      error: { message: 'Read-only' },
      action: { event: { type: 'selection.run', job } },
    },
  ]);
});

test("a refused embed shows the server's error (SEL-026, ERR-029)", async () => {
  const batch = open({ kind: 'embed' }, pickedBooks('a'));
  batch.ports.api.refuse(embedMetadataBatch, server('Already in the queue'));
  await batch.ended();
  expect(batch.report()).toMatchObject([
    { message: { key: 'selection.failed.embed' }, error: { message: 'Already in the queue' } },
  ]);
});

test('a download requests a token and saves one file (API-020)', async () => {
  const auth = fromTransition((state: null, event: EventObject) => {
    (event as unknown as { replyTo: { send(answer: object): void } }).replyTo.send({
      type: 'token.granted',
      accessToken: 'secret',
    });
    return state;
  }, null);
  const progress = progressRecorder();
  const { ports } = createHost(batchMachine, {
    input: { job: { kind: 'download' }, picked: pickedBooks('a', 'b') },
    named: { toasts: null, auth, progress },
  });
  await vi.waitFor(() => expect(ports.page.shown.downloaded).toHaveLength(1));
  expect(ports.page.shown.downloaded[0]).toContain('/api/libraries/library/download?token=secret&ids=a%2Cb');
});

describe('episodes', () => {
  test('are marked by their own names, and put into a playlist so', async () => {
    const batch = open({ kind: 'finish' }, pickedEpisodes('a', 'b'));
    await batch.ended();
    expect(batch.ofProgress()).toMatchObject([
      { edits: ['a', 'b'].map((episodeId) => ({ media: { libraryItemId: 'podcast', episodeId } })) },
    ]);
    expect(batch.done()).toEqual(['podcast/a', 'podcast/b']);
    expect(batch.report()).toMatchObject([{ action: { to: 'progress' } }]);
    const listed = open({ kind: 'addToList', list: 'playlist' }, pickedEpisodes('a'));
    expect(listed.receivedBy('modals')).toMatchObject([
      { input: { items: [{ libraryItemId: 'podcast', episodeId: 'a' }] } },
    ]);
  });

  test('are removed one by one; a failed one stays, and can be retried', async () => {
    const batch = open({ kind: 'delete', hard: null }, pickedEpisodes('a', 'b'));
    expect(batch.receivedBy('modals')).toMatchObject([
      { input: { message: { key: 'selection.confirmDeleteEpisodes', values: { count: 2 } } } },
    ]);
    batch.ports.api.answerOnce(deleteEpisode, recording('podcasts/episode-delete-hard').response.body);
    batch.ports.api.refuse(deleteEpisode, server('Busy'));
    batch.answer({ accepted: true, checked: true });
    await batch.ended();
    expect(batch.ports.api.inputsOf(deleteEpisode)).toEqual(
      ['a', 'b'].map((episodeId) => ({ id: 'podcast', episodeId, hard: true })),
    );
    expect(batch.done()).toEqual(['podcast/a']);
    expect(batch.report()).toMatchObject([
      { message: { key: 'selection.failed.delete', values: { failed: 1, count: 2 } } },
    ]);
  });

  test('of a podcast that was removed are not selected any more', () => {
    const picked = new Map(pickedEpisodes('a', 'b').map((one) => [one.id, one]));
    expect(idsOfItem(picked, 'podcast')).toEqual(['podcast/a', 'podcast/b']);
    expect(idsOfItem(picked, 'other')).toEqual([]);
  });
});

test.each([
  [{ kind: 'edit' }, { name: 'batch' }],
  [
    { kind: 'edit', view: 'table' },
    { name: 'batch', view: 'table' },
  ],
] as const)('%j opens the edit page, which finds the items; nothing is selected any more', (job, to) => {
  const batch = open(job, pickedBooks('b', 'a'));
  expect(batch.receivedBy('router')).toEqual([{ type: 'router.go', to }]);
  expect(batch.ports.tabStorage.read(BATCH_DRAFT)).toEqual({ ids: ['b', 'a'], drafts: [] });
  expect([batch.done(), batch.ports.api.calls]).toEqual([['b', 'a'], []]);
});

test('without changes there is no question, request or message', () => {
  const batch = open({ kind: 'finish', asks: true }, pickedBooks('a'), [begun('a', { isFinished: true })]);
  expect([batch.done(), batch.receivedBy('modals'), batch.ports.api.calls, batch.report()]).toEqual([
    ['a'],
    [],
    [],
    [],
  ]);
});
