import type { AnyActorLogic, EventObject } from 'xstate';
import { quickMatchMachine } from '../../src/machines/edit/quick-match/quick-match.machine.ts';
import { batchMachine } from '../../src/machines/edit/batch/batch.machine.ts';
import { selectionMachine } from '../../src/machines/browse/selection/selection.machine.ts';
import { selectCount, selectIsSelecting } from '../../src/machines/browse/selection/selection.selectors.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { progressRecorder } from '../support/host.ts';
import { bookProgress } from '../support/player-fixtures.ts';
import { defineModel, puppet } from '../support/rig.ts';
import { pickedBooks } from '../support/selection-fixtures.ts';

const books = pickedBooks('a', 'b');
const one = pickedBooks('a');
const unknown = [{ id: 'u', item: null }];
const first = { list: 'shelf', index: 0 };
const missing = { query: {}, from: 0, to: 9 };
const lost = new AppException({ kind: 'network' });
const count = (events: readonly EventObject[], type: string) => events.filter((event) => event.type === type).length;

export const selectionModel = defineModel({
  name: 'selection',
  machine: selectionMachine.provide({ actions: { logFailure: () => undefined } }),
  named: { toasts: null, modals: null },
  events: [
    { type: 'selection.toggle', picked: one, anchor: first },
    { type: 'selection.toggle', picked: unknown, anchor: null },
    { type: 'selection.extend', picked: one, anchor: first, missing: null },
    { type: 'selection.extend', picked: [], anchor: first, missing, cutTo: 10 },
    { type: 'selection.clear' },
    (state) => (state.hasTag('busy') ? null : ({ type: 'selection.run', job: { kind: 'scan' } } as const)),
    (state) => (state.hasTag('busy') ? ({ type: 'selection.run', job: { kind: 'scan' }, picked: one } as const) : null),
    { type: 'route.changed', route: { name: 'index' }, path: '/', key: 'k', kind: 'push', error: null },
    { type: 'server.item.removed', item: { id: 'a' } },
    { type: 'server.item.updated', item: { id: 'a', mediaType: 'book' } as never },
    { type: 'server.items.updated', items: { items: [], dropped: [] } },
    { type: 'server.quickMatch.completed', result: { success: true, updates: 1, unmatched: 0 } },
    { type: 'matches.begun', before: new Map() },
    { type: 'selection.showMatches' },
    (state) =>
      state.context.matches === null
        ? null
        : {
            type: 'modal.closed' as const,
            modal: 'matchReport' as const,
            tag: 'matchReport',
            output: { details: new Map([['a', {}]]), covers: new Map() },
          },
  ],
  ignored: [
    { type: 'modal.closed', modal: 'matchReport', tag: 'matchReport', output: null },
    { type: 'server.item.removed', item: { id: 'other' } },
  ],
  outputs: {
    escapeKey: [],
    findItems: [{ picked: pickedBooks('u'), requested: ['u'] }],
    loadBatch: [puppet as AnyActorLogic],
    batch: [{ done: ['a', 'u'] }, { done: [] }],
  },
  failures: { escapeKey: [], findItems: [lost], loadBatch: [lost] },
  project: ({ context }) => [
    [...context.picked.values()].map(({ id, item }) => [id, item !== null]),
    [...context.base.keys()],
    context.anchor !== null,
    context.missing !== null,
    context.requests.length,
    context.isLeft,
    context.matches !== null,
  ],
  /** Side issues one at a time. */
  stopWhen: ({ context: { requests, missing, isLeft, picked, base, matches } }) =>
    requests.length > 2 ||
    [
      requests.length > 1,
      matches !== null && requests.length > 0,
      missing !== null,
      isLeft,
      picked.size > 1,
      base.size !== picked.size,
    ].filter(Boolean).length > 1,
  invariants: {
    'there is a selection exactly while something is selected, looked for, or done with several things': (state) =>
      selectIsSelecting(state) ===
      (selectCount(state) > 0 ||
        state.context.missing !== null ||
        state.context.requests.slice(0, 1).some(({ picked }) => picked.length > 1)),
    'something works exactly while something is to be done': (state) =>
      state.hasTag('busy') === state.context.requests.length > 0,
    'requested actions end in the order of their requests': ({ context }, { happened }) => {
      const takenBack = happened.filter((event) => event.type === 'modal.closed' && 'output' in event && event.output);
      const requested = count(happened, 'selection.run') + takenBack.length;
      const ended =
        count(happened, 'xstate.done.actor.batch') +
        count(happened, 'xstate.error.actor.batch') +
        count(happened, 'xstate.error.actor.loadBatch');
      return context.requests.length === requested - Math.min(requested, ended);
    },
    'another page leaves nothing selected, or ends it with the batch': (state, { happened }) =>
      happened.at(-1)?.type !== 'route.changed' || selectCount(state) === 0 || state.context.isLeft,
  },
});

const entries = { a: bookProgress({ libraryItemId: 'a', isFinished: true }) };
const progress = progressRecorder(entries);
const BATCH_ENDS = { sender: [] };
const options = { provider: 'google', overrideDetails: true, overrideCover: true };

export const batchModel = defineModel({
  name: 'batch',
  machine: batchMachine,
  starts: [
    { input: { job: { kind: 'finish' }, picked: books } },
    { input: { job: { kind: 'finish' }, picked: pickedBooks('a') } },
    { input: { job: { kind: 'finish', asks: true }, picked: books } },
    { input: { job: { kind: 'delete', hard: null }, picked: books } },
    { input: { job: { kind: 'quickMatch', options: null }, picked: books } },
    { input: { job: { kind: 'play' }, picked: books } },
    { input: { job: { kind: 'queue' }, picked: books } },
    { input: { job: { kind: 'restoreNarrators', before: new Map([['a', ['Ann']]]) }, picked: one } },
    { input: { job: { kind: 'addToList', list: 'playlist' }, picked: books } },
    { input: { job: { kind: 'edit' }, picked: books } },
    { input: { job: { kind: 'restoreDetails', before: new Map() }, picked: one } },
  ],
  named: { toasts: null, modals: null, player: null, queue: null, router: null, progress },
  events: [
    { type: 'batch.looked', before: new Map() },
    { type: 'modal.closed', modal: 'confirm', tag: 'delete', output: { accepted: true, checked: true } },
    { type: 'modal.closed', modal: 'confirm', tag: 'delete', output: { accepted: false, checked: true } },
    { type: 'modal.closed', modal: 'quickMatch', tag: 'quickMatch', output: { options } },
    { type: 'modal.closed', modal: 'quickMatch', tag: 'quickMatch', output: null },
    { type: 'modal.closed', modal: 'addToList', tag: 'addToList', output: null },
    ({ context }) => partOf(context, null),
    ({ context }) => partOf(context, lost.error),
    { type: 'batch.allSettled' },
  ],
  outputs: BATCH_ENDS,
  failures: { sender: [] },
  project: ({ context }) => [context.job.kind, context.done, context.failed, context.ids],
  invariants: {
    'nothing is done and failed at once': ({ context }) => !context.done.some((id) => context.failed.includes(id)),
    'nothing is deleted or matched before a person has answered': (state, { happened }) =>
      !state.hasTag('sending') ||
      !['delete', 'quickMatch'].includes(state.context.job.kind) ||
      happened.some(({ type }) => type === 'modal.closed'),
    'a whole podcast is marked only after a person has said so': ({ context: { job } }, { receivedBy }) =>
      !(job.kind === 'finish' && job.asks) || !JSON.stringify(receivedBy('progress')).includes('editMany'),
    'a failure is reported, and can be retried': (state, { receivedBy }) =>
      state.status !== 'done' ||
      state.context.failed.length === 0 ||
      JSON.stringify(receivedBy('toasts')).includes('"label":{"key":"common.retry"}'),
    'what failed stays selected': ({ status, output, context }) =>
      status !== 'done' || !context.failed.some((id) => output?.done.includes(id)),
  },
});

/** The next unanswered item. */
function partOf(
  { ids, done, failed }: { ids: readonly string[]; done: readonly string[]; failed: readonly string[] },
  error: typeof lost.error | null,
) {
  const next = ids.find((id) => !done.includes(id) && !failed.includes(id));
  return next === undefined ? null : ({ type: 'batch.partSettled', ids: [next], error } as const);
}

const providers = {
  list: [
    { value: 'google', name: 'Google Books' },
    { value: 'audible', name: 'Audible.com' },
  ],
  chosen: 'audible',
};

export const quickMatchModel = defineModel({
  name: 'quickMatch',
  machine: quickMatchMachine,
  starts: [{ input: { ids: ['a', 'b'], libraryId: 'library', mediaType: 'book' } }],
  events: [
    { type: 'quickMatch.choose', provider: 'google' },
    { type: 'quickMatch.setOverride', field: 'overrideDetails', isOn: false },
    { type: 'quickMatch.setOverride', field: 'overrideCover', isOn: false },
    { type: 'quickMatch.retry' },
    { type: 'server.customProvider.added', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'server.customProvider.removed', provider: { id: 'x', name: 'Mine', slug: 'custom-x' } },
    { type: 'server.customProvider.removed', provider: { id: 'g', name: 'Google', slug: 'google' } },
    { type: 'quickMatch.accept' },
    { type: 'quickMatch.cancel' },
  ],
  ignored: [{ type: 'quickMatch.choose', provider: 'other' }],
  outputs: { findProviders: [providers, { list: providers.list, chosen: 'gone' }], previewMatches: [[]] },
  failures: { findProviders: [lost], previewMatches: [lost] },
  project: ({ context }) => [
    context.provider,
    context.overrideDetails,
    context.overrideCover,
    context.isAccepted,
    context.previewed !== null,
    context.previewError !== null,
  ],
  invariants: {
    'one that is accepted names a provider': ({ status, output }) =>
      status !== 'done' || output?.options == null || output.options.provider !== '',
    'nothing is matched unless a person has accepted it': ({ status, output }, { happened }) =>
      status !== 'done' || (output?.options !== null) === (happened.at(-1)?.type === 'quickMatch.accept'),
    'both overrides are on until a person turns them off (CON-102)': ({ context }, { happened }) =>
      (context.overrideDetails && context.overrideCover) !==
      happened.some(({ type }) => type === 'quickMatch.setOverride'),
  },
});
