import { coverMachine } from '../../src/machines/edit/item-edit/cover.machine.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { questionClosed, wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const covered = { ...wholeBook, media: { ...wholeBook.media, coverPath: '/books/cover.jpg' } } as typeof wholeBook;
const picture = new File(['x'], 'cover.png');
const kept = { itemId: wholeBook.id, candidate: { kind: 'file', key: 'k' } } as const;
const refusal = new AppException({ kind: 'network' });

export const itemCoverModel = defineModel({
  name: 'itemCover',
  machine: coverMachine,
  starts: [{ input: { item: covered, kept: null } }, { input: { item: covered, kept } }],
  named: { modals: null },
  events: [
    { type: 'tab.show' },
    { type: 'tab.itemChanged', item: covered },
    { type: 'tab.providersChanged', provider: { slug: 'custom-x', name: 'Mine' }, isAdded: true },
    { type: 'tab.providersChanged', provider: { slug: 'custom-x', name: 'Mine' }, isAdded: false },
    { type: 'cover.type', field: 'address', text: 'https://a.example/1.jpg' },
    { type: 'cover.type', field: 'title', text: '' },
    { type: 'cover.setProvider', provider: 'google' },
    { type: 'cover.search' },
    { type: 'cover.stop' },
    { type: 'cover.retry' },
    { type: 'cover.pick', file: picture },
    { type: 'cover.pick', file: new File(['x'], 'notes.txt') },
    { type: 'cover.takeAddress' },
    { type: 'cover.choose', candidate: { kind: 'local', ino: '7', path: '/books/cover.jpg', name: 'cover.jpg' } },
    { type: 'cover.deselect' },
    { type: 'cover.send' },
    { type: 'cover.remove' },
    { type: 'cover.found', urls: ['https://a.example/1.jpg'] },
    { type: 'cover.searched', unanswered: 1, requested: 2 },
    { type: 'cover.opened', preview: { src: 'blob:x' } },
    { type: 'cover.refused' },
    { type: 'cover.missed', preview: { src: 'https://a.example/1.jpg' } },
    { type: 'cover.progressed', share: 0.5 },
    { type: 'cover.sent' },
    { type: 'cover.failed', cause: refusal },
    questionClosed(true),
    questionClosed(false),
  ],
  ignored: [{ type: 'cover.setProvider', provider: 'nobody' }],
  outputs: {
    findProviders: [{ list: [{ value: 'google', name: 'Google Books' }], chosen: 'google' }],
    coverSearch: [],
    keptCandidate: [{ kind: 'file', file: picture }, null],
    candidatePicture: [],
    sendCandidate: [],
    removeCover: ['OK'],
  },
  failures: {
    findProviders: [refusal],
    removeCover: [refusal],
    keptCandidate: [refusal],
    coverSearch: [],
    candidatePicture: [],
    sendCandidate: [],
  },
  project: ({ context }) => [
    context.candidate?.kind ?? null,
    context.preview !== null,
    context.address !== '',
    context.title !== '',
    context.provider !== '',
  ],
  invariants: {
    'something is chosen exactly while it is shown or sent': (state) =>
      (state.context.candidate !== null) === state.matches({ picture: 'chosen' }),
    'only the choice is from before a reload': ({ context }) => !context.isRestored || context.candidate !== null,
    'what was kept is looked for at once, and once': (state) =>
      (state.context.kept !== null) === state.matches({ picture: 'restoring' }),
    'sources that were listed stay listed': (state) =>
      state.context.providers.length === 0 || state.matches({ results: 'ready' }),
    'nothing is sent that is not shown': (state) =>
      !state.matches({ picture: { chosen: 'sending' } }) || state.context.preview !== null,
    'nothing is removed without confirmation': (state, { happened }) =>
      !state.matches({ picture: 'removing' }) ||
      happened.some((event) => event.type === 'modal.closed' && 'output' in event),
    'the modal hears of a change only when the server has made it': (_state, { happened, parentEvents }) =>
      parentEvents.length === 0 ||
      happened.some(({ type }) => type === 'cover.sent' || type === 'xstate.done.actor.removeCover'),
  },
});
