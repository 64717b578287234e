import { freshnessMachine } from '../../src/machines/kit/freshness.machine.ts';
import { firstUserForm } from '../../src/machines/account/auth/credentials.logic.ts';
import { recheckMachine } from '../../src/machines/kit/recheck.machine.ts';
import { removal } from '../../src/machines/kit/removal.machine.ts';
import { resource } from '../../src/machines/kit/resource.machine.ts';
import { settingsForm } from '../../src/machines/kit/settings-form.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { questionClosed } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

export const freshnessModel = defineModel({
  name: 'freshness',
  machine: freshnessMachine,
  starts: [{ input: { settleMs: 100 } }],
  events: [
    { type: 'freshness.outdated' },
    { type: 'freshness.refresh' },
    { type: 'freshness.retry' },
    { type: 'freshness.reset' },
    { type: 'freshness.succeeded' },
    { type: 'freshness.failed', cause: new Error('x') },
  ],
  project: ({ context }) => ({ failures: context.failures, error: context.error?.kind }),
  stopWhen: ({ context }) => context.failures > 2,
  invariants: {
    'each reason to fetch at once is followed by a fetch that begins after it': (_state, { happened, parentEvents }) =>
      parentEvents.length >=
      happened.filter(({ type }) => type === 'freshness.refresh' || type === 'freshness.retry').length,
    'stale data has a reason, fresh data has none': (state) =>
      (state.context.error !== null) === state.context.failures > 0 &&
      (!state.matches('fresh') || state.context.error === null) &&
      (!state.matches('stale') || state.context.error !== null),
  },
});

export const recheckModel = defineModel({
  name: 'recheck',
  machine: recheckMachine,
  starts: [{}],
  events: [{ type: 'document.shown' }, { type: 'document.hidden' }],
  invariants: {
    'a page is notified by the clock, and on return': (_state, { happened, parentEvents }) => {
      const sight = happened.filter(({ type }) => type.startsWith('document.'));
      const isReturn = ({ type }: { type: string }, at: number) =>
        type === 'document.shown' && sight[at - 1]?.type === 'document.hidden';
      const timers = happened.filter(({ type }) => type.startsWith('xstate.after'));
      return parentEvents.length === timers.length + sight.filter(isReturn).length;
    },
    'the page is out of view exactly since it was hidden': (state, { happened }) =>
      state.matches('hidden') ===
      (happened.findLast(({ type }) => type.startsWith('document.'))?.type === 'document.hidden'),
  },
});

export const resourceModel = defineModel({
  name: 'resource',
  machine: resource('item', getItem),
  starts: [{ input: { request: { id: 'a' }, settleMs: 100 } }],
  events: [
    { type: 'resource.retry' },
    { type: 'resource.markOutdated' },
    { type: 'resource.refresh' },
    { type: 'freshness.due' },
  ],
  outputs: { fetch: [{ id: 'a' }] },
  failures: {
    fetch: [
      new AppException({ kind: 'network' }),
      new AppException({ kind: 'notFound', message: '' }),
      new AppException({ kind: 'forbidden', message: '' }),
    ],
  },
  invariants: {
    'the owner is notified of every answer and of every failure': (_state, { happened, parentEvents }) => {
      const count = (start: string, events: readonly { type: string }[]) =>
        events.filter(({ type }) => type.startsWith(start)).length;
      return (
        count('item.loaded', parentEvents) === count('xstate.done.actor', happened) &&
        count('item.failed', parentEvents) === count('xstate.error.actor', happened)
      );
    },
    'loaded data is dropped only when the server reports it missing': (state, { parentEvents }) =>
      !state.matches('loaded') || parentEvents.some(({ type }) => type === 'item.loaded'),
    'it is waited for while it is fetched for the first time, and not else': (state, { parentEvents }) =>
      state.hasTag('busy') || parentEvents.length > 0,
  },
});

export const removalModel = defineModel({
  name: 'removal',
  machine: removal<{ id: string }, string>({
    remove: () => Promise.reject(new Error('of a model')),
    texts: ({ id }) => ({
      toast: 'things',
      values: { id },
      question: 'things.confirm',
      confirm: 'things.remove',
      removed: 'things.removed',
      notRemoved: 'things.notRemoved',
    }),
  }),
  starts: [{}],
  named: { modals: null, toasts: null },
  events: [
    { type: 'removal.ask', subject: { id: 'a' } },
    { type: 'removal.removedElsewhere' },
    questionClosed(true),
    questionClosed(false),
  ],
  outputs: { remove: ['OK'] },
  failures: {
    remove: [new AppException({ kind: 'network' }), new AppException({ kind: 'notFound', message: '' })],
  },
  project: ({ context }) => context.subject?.id,
  invariants: {
    'nothing is removed without a yes': (state, { happened }) =>
      !state.matches('removing') || JSON.stringify(happened).includes('"accepted":true'),
    'the owner is notified of the result of each removal, once': (state, { parentEvents }) => {
      const count = (type: string) => parentEvents.filter((event) => event.type === type).length;
      return (
        count('removal.started') ===
        count('removal.finished') + count('removal.failed') + (state.matches('removing') ? 1 : 0)
      );
    },
    'a toast says how each ended': (_state, { parentEvents, receivedBy }) =>
      receivedBy('toasts').length === parentEvents.filter(({ type }) => type !== 'removal.started').length,
    'it knows what it asks about, and nothing at rest': (state) =>
      (state.context.subject === null) === state.matches('resting'),
  },
});

export const formModel = defineModel({
  name: 'form',
  machine: firstUserForm,
  starts: [{ input: { values: { username: 'root', password: '', confirmation: '' } } }],
  events: [
    { type: 'form.change', field: 'username', value: '' },
    { type: 'form.change', field: 'username', value: 'root' },
    { type: 'form.change', field: 'password', value: 'a' },
    { type: 'form.change', field: 'confirmation', value: 'a' },
    { type: 'form.submit' },
    { type: 'form.reset' },
    { type: 'form.toggleReveal' },
    { type: 'form.confirm' },
    { type: 'form.cancel' },
  ],
  outputs: { save: ['OK'] },
  project: ({ context }) => [context.values, context.problems, context.saved],
  invariants: {
    'only values without a problem are saved': (state) =>
      !state.hasTag('busy') ||
      (state.context.values.username !== '' && state.context.values.password === state.context.values.confirmation),
    'only an account without password needs confirmation': (state) =>
      !state.matches('asking') || state.context.values.password === '',
    'an editable form takes typed values': (state) =>
      state.hasTag('busy') || state.can({ type: 'form.change', field: 'password', value: 'a' }),
    'saved values came at the start or were sent to the owner': ({ context }, { parentEvents }) =>
      context.saved.password === '' || parentEvents.some(({ type }) => type === 'firstUser.saved'),
  },
});

interface SettingsOfModel {
  readonly name: string;
}
const settingsData = (name: string) => ({ data: { name }, values: { name } });

export const settingsFormModel = defineModel({
  name: 'settings form',
  machine: settingsForm<SettingsOfModel, { name: string }>({
    rows: [{ key: 'name', kind: 'text', check: (name) => (name === '' ? 'missing' : null) }],
    valuesOf: ({ name }) => ({ name }),
    read: () => Promise.reject(new Error('of a model')),
    save: () => Promise.reject(new Error('of a model')),
  }),
  starts: [{ input: { values: { name: 'a' } } }],
  named: { modals: null },
  events: [
    { type: 'form.change', field: 'name', value: 'a' },
    { type: 'form.change', field: 'name', value: 'b' },
    { type: 'form.change', field: 'name', value: '' },
    { type: 'form.follow', values: { name: 'c' } },
    { type: 'form.takeTheirs', field: 'name' },
    { type: 'form.keepMine', field: 'name' },
    { type: 'form.submit' },
    { type: 'form.reset' },
    { type: 'form.toggleReveal' },
    { type: 'leave.wanted' },
    questionClosed(true),
    questionClosed(false),
  ],
  outputs: { read: [settingsData('a'), settingsData('c')], save: [settingsData('b')] },
  failures: { read: [new AppException({ kind: 'network' })], save: [new AppException({ kind: 'network' })] },
  project: ({ context: { base, values, sent, problems, clashes, error } }) => [
    base,
    values,
    sent,
    problems,
    clashes,
    error?.kind,
  ],
  invariants: {
    'nothing is saved that has a problem': (state) =>
      !state.matches({ form: 'saving' }) || state.context.sent?.name !== '',
    'nothing is saved while it clashes': (state) =>
      !state.matches({ form: 'saving' }) || state.context.clashes.length === 0,
    'the door is held while something is unsaved': (state) =>
      state.context.values.name === state.context.base.name || state.matches({ door: 'held' }),
    'the owner hears of every save': (_state, { happened, parentEvents }) =>
      parentEvents.length === happened.filter(({ type }) => type === 'xstate.done.actor.save').length,
  },
});
