import { hubMachine } from '../../src/machines/edit/metadata-utils/hub.machine.ts';
import { namesMachine } from '../../src/machines/edit/metadata-utils/names.machine.ts';
import { providerTrialMachine } from '../../src/machines/edit/metadata-utils/provider-trial.machine.ts';
import { providersMachine } from '../../src/machines/edit/metadata-utils/providers.machine.ts';
import { customMetadataProviderList } from '../../src/schemas/api/metadata-utils.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { z } from '../../src/schemas/zod.ts';
import { reducedBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const slow = new AppException({ kind: 'timeout' });
const refused = new AppException({ kind: 'forbidden', message: '' });
const answered = (accepted: boolean) =>
  ({ type: 'modal.closed', modal: 'confirm', tag: 'x', output: { accepted, checked: false } }) as const;
const page = { entryKey: 'k', memory: null } as const;

export const metadataHubModel = defineModel({
  name: 'metadata hub',
  machine: hubMachine,
  starts: [{ input: { ...page, route: { name: 'configMetadataUtils' } } }],
  events: [],
  project: () => null,
  invariants: {
    'it is shown': (state) => state.matches('shown'),
    'it never ends': (state) => state.status === 'active',
  },
});

export const namesModel = defineModel({
  name: 'names',
  machine: namesMachine,
  starts: [{ input: { ...page, route: { name: 'configTags' } } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data: ['a', 'b'] },
    { type: 'data.failed', cause: slow },
    { type: 'data.failed', cause: refused },
    { type: 'uses.loaded', data: new Map([['a', { count: 2, libraries: ['l'] }]]) },
    { type: 'names.search', query: 'a' },
    { type: 'names.select', name: 'a', isOn: true },
    { type: 'names.deselect' },
    { type: 'names.edit', name: 'b' },
    { type: 'names.edit', name: null },
    { type: 'names.write', text: 'c' },
    { type: 'names.save' },
    { type: 'names.remove', names: ['a'] },
    answered(true),
    answered(false),
    { type: 'server.item.added', item: reducedBook },
    { type: 'server.items.added', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.removed', item: { id: 'i' } },
  ] as never,
  ignored: [{ type: 'names.remove', names: [] }],
  outputs: { run: [2] },
  failures: { run: [slow] },
  project: (state) => [
    state.context.names.length,
    state.context.uses?.size,
    state.context.selected.length,
    state.context.edited,
    state.context.written,
    // An ended one is never read.
    state.matches({ shown: 'asking' }) || state.matches({ shown: 'working' }) ? state.context.job?.kind : null,
  ],
  invariants: {
    'nothing is changed that a person has not said so of': (state, { happened }) =>
      !state.matches({ shown: 'working' }) || JSON.stringify(happened).includes('"accepted":true'),
    'the subject of a question is known': (state) =>
      !(state.matches({ shown: 'asking' }) || state.matches({ shown: 'working' })) || state.context.job !== null,
  },
});

const mine = { id: 'x', name: 'Mine', mediaType: 'book', url: 'https://example.org' } as const;
const report = { id: 'x', name: 'Mine', mediaType: 'book', slug: 'custom-x' } as const;

export const providersModel = defineModel({
  name: 'providers',
  machine: providersMachine,
  starts: [{ input: { ...page, route: { name: 'configProviders' } } }],
  named: { modals: null, toasts: null },
  events: [
    { type: 'page.retry' },
    { type: 'page.refresh', again: true },
    { type: 'data.loaded', data: z.parse(customMetadataProviderList, { providers: [mine] }) },
    { type: 'data.failed', cause: slow },
    { type: 'data.failed', cause: refused },
    { type: 'providers.add' },
    { type: 'providers.cancel' },
    { type: 'providers.toggleReveal', id: 'x' },
    { type: 'providers.remove', id: 'x' },
    { type: 'provider.saved', values: { name: '', url: '', authHeaderValue: '' }, answer: mine },
    { type: 'removal.finished', subject: mine, answer: null },
    { type: 'server.customProvider.added', provider: report },
    { type: 'server.customProvider.removed', provider: report },
  ],
  ignored: [{ type: 'providers.remove', id: 'another' }],
  project: ({ context }) => [context.providers.length, context.revealed.length],
  invariants: {
    'a deleted provider is not shown until the list is read again': (state, { happened }) =>
      happened.at(-1)?.type !== 'removal.finished' || !state.matches('shown') || state.context.providers.length === 0,
    'a secret shows only of a provider that is listed': ({ context }) =>
      context.revealed.every((id) => context.providers.some((one) => one.id === id)),
  },
});

const noMatches = { items: [], dropped: 0 };

export const providerTrialModel = defineModel({
  name: 'provider trial',
  machine: providerTrialMachine,
  starts: [{ input: undefined }],
  events: [
    { type: 'trial.open', provider: { id: 'x', name: 'Mine' } },
    { type: 'trial.close' },
    { type: 'back.pressed' },
    { type: 'trial.change', field: 'title', text: 'Raven' },
    { type: 'trial.change', field: 'title', text: ' ' },
    { type: 'trial.search' },
  ],
  outputs: { search: [noMatches, { ...noMatches, items: [{ title: 'The Raven' }] }] },
  failures: { search: [slow] },
  project: ({ context }) => [context.provider.id, context.title, context.matches?.length, context.error?.kind],
  invariants: {
    'nothing is kept of what was tried out': (state) =>
      !state.matches('closed') || (state.context.title === '' && state.context.matches === null),
    'a result and a failure are never both there': ({ context }) => context.matches === null || context.error === null,
    'nothing of an earlier search shows while another one runs': (state) =>
      !state.matches({ open: 'searching' }) || (state.context.matches === null && state.context.error === null),
  },
});
