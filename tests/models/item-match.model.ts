import { matchMachine } from '../../src/machines/edit/item-edit/match.machine.ts';
import { resultOfBook } from '../../src/machines/edit/item-edit/match-result.logic.ts';
import { draftOf, keptOf } from '../../src/machines/edit/item-edit/match.logic.ts';
import { hasMatchChanges } from '../../src/machines/edit/item-edit/match.setup.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const refusal = new AppException({ kind: 'network' });
const found = resultOfBook({ title: 'Another title' } as never);

export const itemMatchModel = defineModel({
  name: 'itemMatch',
  machine: matchMachine,
  starts: [
    { input: { item: wholeBook, kept: null } },
    { input: { item: wholeBook, kept: { ...keptOf(wholeBook.id, found, draftOf(wholeBook, found, {})) } } },
  ],
  named: { toasts: null },
  events: [
    { type: 'tab.show' },
    { type: 'tab.itemChanged', item: wholeBook },
    { type: 'tab.providersChanged', provider: { slug: 'custom-x', name: 'Mine' }, isAdded: true },
    { type: 'tab.providersChanged', provider: { slug: 'custom-x', name: 'Mine' }, isAdded: false },
    { type: 'match.retry' },
    { type: 'match.type', field: 'author', text: 'Somebody' },
    { type: 'match.setProvider', provider: 'google' },
    { type: 'match.search' },
    { type: 'match.choose', index: 0 },
    { type: 'match.change', field: 'title', value: 'Another title' },
    { type: 'match.toggle', field: 'title' },
    { type: 'match.selectAll', isOn: true },
    { type: 'match.selectEmpty' },
    { type: 'match.restore', field: 'title' },
    { type: 'match.back' },
    { type: 'match.check' },
    { type: 'match.send' },
  ],
  ignored: [{ type: 'match.setProvider', provider: 'nobody' }],
  outputs: {
    findProviders: [{ list: [{ value: 'google', name: 'Google Books' }], chosen: 'google' }],
    matchSearch: [[found], []],
    saveMatch: [{ updated: true }],
  },
  failures: { findProviders: [refusal], matchSearch: [refusal], saveMatch: [refusal] },
  project: ({ context }) => [
    context.results?.length ?? null,
    context.chosen !== null,
    context.kept !== null,
    context.providers.length,
    hasMatchChanges(context),
    context.error !== null,
  ],
  invariants: {
    'something is chosen exactly while it is compared': (state) =>
      (state.context.chosen !== null) === state.matches('comparing'),
    'nothing is sent that was not looked at as old and new': (state, { happened }) =>
      !state.matches({ comparing: 'saving' }) || happened.some(({ type }) => type === 'match.check'),
    'nothing is sent that changes nothing': (state) =>
      !state.matches({ comparing: 'saving' }) || hasMatchChanges(state.context),
    'the modal hears of a change only when the server has made it': (_state, { happened, parentEvents }) =>
      parentEvents.length === 0 || happened.some(({ type }) => type === 'xstate.done.actor.saveMatch'),
  },
});
