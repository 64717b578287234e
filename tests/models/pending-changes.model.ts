import type { SnapshotFrom } from 'xstate';
import { pendingChangesMachine } from '../../src/machines/playback/pending-changes/pending-changes.machine.ts';
import { editsIn } from '../../src/machines/playback/pending-changes/pending-changes.logic.ts';
import type { ChangeBody, PendingChange } from '../../src/schemas/pending-change.ts';
import { listOf } from '../support/list-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const bookmark = { libraryItemId: 'book', time: 12, title: 'A clue', createdAt: 1 };
const mark: ChangeBody = { kind: 'bookmark', job: { kind: 'create', bookmark } };
const list = listOf(['a'], { id: 'made-here' });
const recreate: ChangeBody = { kind: 'list', job: { kind: 'recreate', list } };
const found: PendingChange = { id: 'old', userId: 'user', at: 1, number: 1, attempts: 1, known: null, body: mark };
const refused = { kind: 'forbidden', message: '' } as const;
const several: ChangeBody = {
  kind: 'progressOfMany',
  edits: ['a', 'b'].map((libraryItemId) => ({
    media: { libraryItemId, episodeId: null },
    edit: { kind: 'finish' },
    saving: { kind: 'change', changes: [{ isFinished: true }] },
  })),
  count: 2,
};
const ended = { type: 'change.ended', left: null, answer: undefined, error: null, isSent: true, again: [] } as const;

type Snapshot = SnapshotFrom<typeof pendingChangesMachine>;
const firstOf = ({ context }: Snapshot) => context.changes[0];

export const pendingChangesModel = defineModel({
  name: 'pendingChanges',
  machine: pendingChangesMachine,
  starts: [{ input: { userId: 'user' } }],
  named: { progress: null, mediaLists: null },
  events: [
    { type: 'pendingChanges.add', body: mark },
    { type: 'pendingChanges.add', body: recreate },
    { type: 'pendingChanges.add', body: several },
    ({ context }: Snapshot) =>
      context.changes.some(({ id }) => id === found.id)
        ? null
        : { type: 'pendingChanges.retry' as const, changes: [found] },
    (state: Snapshot) => {
      const change = firstOf(state);
      if (!change) return null;
      return { ...ended, change, ...(change.body.kind === 'list' ? { answer: { ...list, id: 'of-server' } } : {}) };
    },
    (state: Snapshot) => {
      const change = firstOf(state);
      return change ? { ...ended, change, error: refused, again: [change] } : null;
    },
    /** The first part of it. */
    (state: Snapshot) => {
      const change = firstOf(state);
      if (change?.body.kind !== 'progressOfMany' || change.body.edits.length < 2) return null;
      const cut = (from: number, to: number) => ({ ...several, edits: several.edits.slice(from, to) });
      return { ...ended, change: { ...change, body: cut(0, 1) }, left: { ...change, body: cut(1, 2) } };
    },
    { type: 'sender.paused', error: null },
    { type: 'sender.paused', error: { kind: 'network' } },
    { type: 'call.answered' },
  ],
  outputs: { readKept: [[], [found]] },
  project: ({ context }) => [
    context.changes.map(({ id, body }) => [body.kind, editsIn(body).length, id === found.id]),
    Math.min(context.failures, 1),
    context.error?.kind,
  ],
  stopWhen: ({ context }) => context.changes.length > 2,
  invariants: {
    'nothing rests while a change waits': (state) => !state.matches('resting') || state.context.changes.length === 0,
    'it waits only after a failure': (state) => !state.matches('waiting') || state.context.error !== null,
    'each change ends once': ({ context }, { happened, receivedBy }) => {
      const [progress, lists] = ['progress', 'mediaLists'].map(receivedBy);
      const settled = [...(progress ?? []), ...(lists ?? [])].filter(({ type }) => type === 'change.settled').length;
      const made = happened.filter(({ type }) => type.startsWith('pendingChanges.')).length;
      const kept = (progress ?? []).filter(({ type }) => type === 'changes.found').length;
      const parts = happened.filter((event) => event.type === 'change.ended' && 'left' in event && event.left).length;
      return made + kept === settled - parts + context.changes.length;
    },
    'no change is there twice': ({ context: { changes } }) =>
      new Set(changes.map(({ id }) => id)).size === changes.length,
  },
});
