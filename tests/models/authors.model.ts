import { fromTransition } from 'xstate';
import { authorsMachine } from '../../src/machines/browse/authors/authors.machine.ts';
import { authorsQueryOf } from '../../src/machines/browse/authors/authors.logic.ts';
import { authorMachine } from '../../src/machines/browse/authors/author.machine.ts';
import { editAuthorMachine } from '../../src/machines/browse/authors/edit-author.machine.ts';
import { valuesOf } from '../../src/machines/browse/authors/edit-author.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { defaultPreferences } from '../../src/schemas/preferences.ts';
import { questionClosed } from '../support/item-fixtures.ts';
import { editClosed, firstBook, oneAuthor } from '../support/people-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const { id, libraryId } = oneAuthor;
const elsewhere = { ...oneAuthor, id: 'another', libraryId: 'another' };
const missing = new AppException({ kind: 'notFound', message: '' });
const query = authorsQueryOf(libraryId, defaultPreferences);

export const authorsModel = defineModel({
  name: 'authors',
  machine: authorsMachine,
  starts: [{ input: { route: { name: 'libraryAuthors', libraryId }, entryKey: 'k', memory: null } }],
  named: { preferences: fromTransition((state) => state, defaultPreferences), modals: null, toasts: null },
  events: [
    { type: 'authors.sort', key: 'numBooks' },
    { type: 'authors.edit', author: oneAuthor },
    { type: 'authors.matchAll', provider: 'audible.uk' },
    { type: 'authors.stopMatching' },
    { type: 'match.moved', progress: { done: 1, total: 2, updated: 1 } },
    { type: 'match.ended' },
    { type: 'match.failed', error: { kind: 'network' } },
    { type: 'preferences.changed', preferences: { ...defaultPreferences, authorSortDesc: true } },
    { type: 'preferences.changed', preferences: defaultPreferences },
    {
      type: 'list.placeChanged',
      memory: { query, total: 0, pages: new Map(), window: { first: 0, last: -1 }, offset: 0, focused: null },
    },
    { type: 'page.refresh', again: true },
    editClosed('updated'),
    { type: 'server.author.added', author: oneAuthor },
    { type: 'server.author.updated', author: oneAuthor },
    { type: 'server.author.removed', author: { id } },
    { type: 'server.authors.counted', counts: { libraryId, authors: [{ id, numBooks: 3 }] } },
    { type: 'server.item.added', item: firstBook },
    { type: 'server.item.updated', item: firstBook },
    { type: 'server.item.removed', item: { id: firstBook.id } },
    { type: 'server.items.added', items: { items: [firstBook], dropped: [] } },
    { type: 'server.items.updated', items: { items: [firstBook], dropped: [] } },
  ],
  ignored: [
    { type: 'server.author.added', author: elsewhere },
    { type: 'server.author.updated', author: elsewhere },
    { type: 'server.author.removed', author: elsewhere },
    { type: 'server.authors.counted', counts: { libraryId: 'another', authors: [] } },
    { type: 'server.item.added', item: { ...firstBook, libraryId: 'another' } },
    { type: 'server.item.updated', item: { ...firstBook, libraryId: 'another' } },
  ],
  outputs: { list: [], preferencesWatch: [], matchAll: [] },
  failures: { list: [], preferencesWatch: [], matchAll: [] },
  project: ({ context }) => ({ query: context.query, done: context.progress.done }),
  invariants: {
    'the host is notified of each change of the place, and of nothing else': (_state, { happened, parentEvents }) =>
      parentEvents.length === happened.filter(({ type }) => type === 'list.placeChanged').length,
    'authors are matched only on request': (state, { happened }) =>
      !state.matches('matching') || happened.some(({ type }) => type === 'authors.matchAll'),
  },
});

export const authorModel = defineModel({
  name: 'author',
  machine: authorMachine,
  starts: [{ input: { route: { name: 'author', id }, entryKey: 'k', memory: null } }],
  named: { modals: null, router: null },
  events: [
    { type: 'author.retry' },
    { type: 'author.edit' },
    { type: 'author.toggleDescription' },
    { type: 'author.loaded', data: oneAuthor },
    ...[missing, new Error('x')].map((cause) => ({ type: 'author.failed', cause }) as const),
    editClosed('updated'),
    editClosed('merged', 'another'),
    editClosed('removed'),
    editClosed(null),
    { type: 'page.refresh', again: true },
    { type: 'server.author.updated', author: oneAuthor },
    { type: 'server.author.removed', author: { id } },
    { type: 'server.item.added', item: firstBook },
    { type: 'server.items.added', items: { items: [firstBook], dropped: [] } },
    { type: 'server.item.updated', item: firstBook },
    { type: 'server.items.updated', items: { items: [firstBook], dropped: [] } },
    { type: 'server.item.removed', item: { id: firstBook.id } },
  ],
  ignored: [
    { type: 'server.author.updated', author: elsewhere },
    { type: 'server.author.removed', author: elsewhere },
    { type: 'server.item.removed', item: { id: 'another' } },
  ],
  project: ({ context }) => ({ open: context.isDescriptionOpen, gone: context.isRemoved }),
  invariants: {
    'shown data is loaded': (state) => !state.matches('ready') || state.context.author !== null,
    'the page is left only when the author is missing': (_state, { happened, receivedBy }) =>
      receivedBy('router').length === 0 ||
      happened.some(
        (event) =>
          event.type === 'server.author.removed' || event.type === 'modal.closed' || event.type === 'author.failed',
      ),
    'nothing is left while the modal is open: it says what became of the author': (state, { happened, receivedBy }) =>
      !state.matches({ ready: 'editing' }) ||
      receivedBy('router').length <=
        happened.filter(({ type }) => type === 'modal.closed' || type === 'server.author.removed').length,
  },
});

const values = valuesOf(oneAuthor);
const updated = { author: oneAuthor, updated: true };

export const editAuthorModel = defineModel({
  name: 'editAuthor',
  machine: editAuthorMachine,
  starts: [{ input: { authorId: id, name: oneAuthor.name } }],
  named: { modals: null, toasts: null },
  fakes: {
    fields: fromTransition((state) => state, { values }) as never,
    image: fromTransition((state) => state, { values: { id, url: 'x' } }) as never,
  },
  events: [
    { type: 'editAuthor.retry' },
    { type: 'editAuthor.match', provider: 'google' },
    { type: 'editAuthor.setImage' },
    { type: 'editAuthor.remove', what: 'author' },
    { type: 'editAuthor.remove', what: 'image' },
    { type: 'editAuthor.close' },
    { type: 'author.loaded', data: oneAuthor },
    { type: 'author.failed', cause: missing },
    { type: 'fields.saved', values, answer: { kind: 'updated', author: oneAuthor } },
    { type: 'fields.saved', values, answer: { kind: 'merged', author: elsewhere } },
    { type: 'fields.saved', values, answer: { kind: 'unchanged' } },
    { type: 'fields.saved', values, answer: { kind: 'taken' } },
    { type: 'image.saved', values: { id, url: 'https://a.example/b.jpg' }, answer: oneAuthor },
    questionClosed(true),
    questionClosed(false),
  ],
  outputs: {
    match: [updated, { author: oneAuthor, updated: false }],
    removeAuthor: ['OK'],
    removeImage: [{ author: oneAuthor }],
    author: [],
    fields: [],
    image: [],
  },
  failures: { match: [missing, new Error('x')], author: [], fields: [], image: [] },
  project: ({ context }) => ({ kind: context.kind, subject: context.subject, provider: context.provider }),
  invariants: {
    'it ends as merged only after the server merged': (state, { happened }) =>
      state.context.kind !== 'merged' || happened.some((event) => event.type === 'fields.saved' && 'answer' in event),
    'nothing is removed that was not confirmed': (state, { happened }) =>
      !(state.matches({ ready: 'removingAuthor' }) || state.matches({ ready: 'removingImage' })) ||
      happened.some(({ type }) => type === 'modal.closed'),
  },
});
