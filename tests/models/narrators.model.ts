import { narratorsMachine } from '../../src/machines/browse/narrators/narrators.machine.ts';
import { renameNarratorMachine } from '../../src/machines/browse/narrators/rename-narrator.machine.ts';
import { librarySearch } from '../../src/schemas/api/library-search.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { recording } from '../support/recordings.ts';
import { defineModel } from '../support/rig.ts';

const ann = { id: 'a', name: 'Ann', numBooks: 2 };
const item = z.parse(librarySearch, recording('libraries/search').response.body).book?.items[0]?.libraryItem;
const before = new Map([['book', ['Ann']]]);
const changes = [
  { updated: 1, before },
  { updated: 0, before: new Map<string, readonly string[]>() },
];
const closed = { type: 'modal.closed', tag: '' } as const;

export const narratorsModel = defineModel({
  name: 'narrators',
  machine: narratorsMachine,
  starts: [{ input: { route: { name: 'libraryNarrators', libraryId: 'L' }, entryKey: 'k', memory: null } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'narrators.filter', text: 'a' },
    { type: 'narrators.sort', sort: 'numBooks' },
    { type: 'narrators.edit', narrator: ann },
    { type: 'narrators.remove', narrator: ann },
    { type: 'page.retry' },
    { ...closed, modal: 'confirm', output: { accepted: true, checked: false } },
    { ...closed, modal: 'confirm', output: null },
    { ...closed, modal: 'renameNarrator', output: { name: 'Anna', updated: 1, before } },
    { type: 'data.loaded', data: { narrators: { items: [ann], dropped: [] } } },
    { type: 'data.failed', cause: new AppException({ kind: 'timeout' }) },
    { type: 'data.failed', cause: new AppException({ kind: 'notFound', message: '' }) },
    { type: 'page.refresh', again: true },
    { type: 'server.item.removed', item: { id: 'x' } },
    { type: 'server.items.added', items: { items: [], dropped: [] } },
    { type: 'server.items.updated', items: { items: [], dropped: [] } },
    ...(item
      ? ([
          { type: 'server.item.added', item },
          { type: 'server.item.updated', item },
        ] as const)
      : []),
  ],
  outputs: { removeNarrator: changes },
  failures: { removeNarrator: [new AppException({ kind: 'forbidden', message: '' })] },
  project: ({ context }) => [context.narrators.items.length, context.subject?.id, context.order.sort, context.text],
  invariants: {
    'a narrator is removed after the question is accepted only': (state, { happened }) =>
      !state.matches({ shown: 'removing' }) ||
      happened.some((event) => event.type === 'modal.closed' && 'modal' in event && event['modal'] === 'confirm'),
    'a narrator is changed only during a question': (state) =>
      !state.matches({ shown: 'removing' }) || state.context.subject !== null,
    'what changed books can be undone': (_state, { receivedBy }) =>
      receivedBy('toasts')
        .map((event) => JSON.stringify(event))
        .every(
          (report) => !report.includes('"success"') || report.includes('toasts.undo') !== report.includes('"count":0'),
        ),
    'each removal is reported': (_state, { happened, receivedBy }) =>
      receivedBy('toasts').length <= happened.filter(({ type }) => /removeNarrator|modal/.test(type)).length,
  },
});

export const renameNarratorModel = defineModel({
  name: 'rename narrator',
  machine: renameNarratorMachine,
  starts: [{ input: { libraryId: 'L', narrator: ann, others: [] } }],
  events: [
    { type: 'narrator.change', name: 'Anna' },
    { type: 'narrator.change', name: ' ' },
    { type: 'narrator.submit' },
    { type: 'narrator.cancel' },
  ],
  outputs: { rename: changes },
  failures: { rename: [new AppException({ kind: 'timeout' })] },
  project: ({ context }) => [context.name, context.error?.kind, context.changed?.updated],
  invariants: {
    'only a new name is saved': (state) =>
      !state.matches('saving') || (state.context.name.trim() !== '' && state.context.name.trim() !== ann.name),
    'it answers only what was saved': ({ status, output, context }) =>
      status !== 'done' || (output === null) === (context.changed === null),
  },
});
