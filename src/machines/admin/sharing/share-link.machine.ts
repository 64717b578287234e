import { assign, enqueueActions, sendTo, setup, stopChild, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { MediaItemShare } from '../../../schemas/api/share.ts';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import { deleteShare } from '../../../services/endpoints/shares.ts';
import { randomSlug } from '../../../services/random-name.ts';
import { getPorts } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { timeText } from '../../edit/chapters-editor/time-text.logic.ts';
import { copierMachine } from '../../kit/copier.machine.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { removal, type RemovalReport } from '../../kit/removal.machine.ts';
import { slugRefusal } from '../../kit/slug.logic.ts';
import { shareForm, type ShareValues } from './share-link.logic.ts';
import type { ShareLinkInput, ShareLinkOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type ShareLinkEvent =
  | { type: 'share.submit' }
  | { type: 'share.remove' }
  | { type: 'share.setStart'; isOn: boolean }
  | { type: 'share.changeStart'; text: string }
  | { type: 'share.toggleCode' }
  | { type: 'share.showAll' }
  | { type: 'share.close' }
  | FormReport<'form', ShareValues, MediaItemShare>
  | ServerEventOf<'server.share.opened' | 'server.share.closed'>
  | RemovalReport<LinkOfBook>;

export interface ShareLinkContext extends ShareLinkInput {
  /** Origin with base path and trailing slash. */
  readonly base: string;
  readonly form: ActorRefFrom<typeof shareForm> | null;
  readonly copier: ActorRefFrom<typeof copierMachine>;
  readonly hasStart: boolean;
  readonly start: string;
  readonly showsCode: boolean;
  /** ms, updated each second, for the time left. */
  readonly now: number;
}

interface LinkOfBook {
  readonly id: string;
  readonly title: string;
}

const linkRemoval = removal<LinkOfBook, unknown>({
  remove: (api, { id }, signal) => api.call(deleteShare, { id }, signal),
  texts: ({ title }) => ({
    toast: 'share',
    values: { title },
    question: 'sharing.confirmRemove',
    confirm: 'sharing.remove',
    removed: 'sharing.removed',
    notRemoved: 'sharing.removeFailed',
  }),
});

type Report = { readonly share: MediaItemShare };

/** Interval of the time left, in ms. */
const TICK_MS = 1000;

/** Modal of a book's public link. A corrected slug is sent only by another submit. */
export const shareLinkMachine = setup({
  types: {
    input: {} as ShareLinkInput,
    context: {} as ShareLinkContext,
    events: {} as ShareLinkEvent,
    output: {} as ShareLinkOutput,
    tags: {} as 'busy',
    children: {} as { form: 'form'; copier: 'copier'; removal: 'removal' },
  },
  actors: { form: shareForm, copier: copierMachine, removal: linkRemoval },
  guards: {
    isShared: ({ context }) => context.share !== null,
    isThis: ({ context }, { share }: Report) => share.mediaItemId === context.mediaItemId,
  },
  actions: {
    noteTime: assign(({ system }) => ({ now: getPorts(system).clock.now() })),
    openForm: assign(({ context, spawn, system }) => ({
      now: getPorts(system).clock.now(),
      form: spawn('form', {
        id: 'form',
        input: {
          values: {
            mediaItemId: context.mediaItemId,
            slug: randomSlug(),
            amount: 0,
            unit: 'hours',
            isDownloadable: false,
            sentAt: 0,
          },
        },
      }),
    })),
    stopForm: stopChild('form'),
    forgetForm: assign({ form: null }),
    submit: enqueueActions(({ enqueue, system }) => {
      const value = getPorts(system).clock.now();
      enqueue.sendTo('form', { type: 'form.change', field: 'sentAt', value });
      enqueue.sendTo('form', { type: 'form.submit' });
    }),
    correctSlug: enqueueActions(({ context, enqueue }) => {
      const { toast, slug } = slugRefusal(context.form?.getSnapshot().context.values.slug ?? '');
      enqueue.sendTo(named('toasts'), toast);
      if (slug !== null) enqueue.sendTo('form', { type: 'form.change', field: 'slug', value: slug });
    }),
    keepShare: assign(({ system }, { share }: Report) => ({ share, now: getPorts(system).clock.now() })),
    forgetShare: assign({ share: null, showsCode: false }),
    setStart: assign((_, { isOn }: { isOn: boolean }) => ({ hasStart: isOn })),
    changeStart: assign((_, { text }: { text: string }) => ({ start: text })),
    toggleCode: assign(({ context }) => ({ showsCode: !context.showsCode })),
    showAll: sendTo(named('router'), { type: 'router.go', to: { name: 'configFeeds' } }),
    askToRemove: sendTo('removal', ({ context: { share, title } }) => ({
      type: 'removal.ask',
      subject: { id: share?.id ?? '', title },
    })),
    noteRemoved: sendTo('removal', { type: 'removal.removedElsewhere' }),
  },
  delays: { tick: TICK_MS },
}).createMachine({
  id: 'shareLink',
  context: ({ input, self, spawn }) => ({
    ...input,
    base: getPorts(self.system).baseUrl,
    form: null,
    copier: spawn('copier', { id: 'copier' }),
    hasStart: false,
    start: timeText(Math.floor(input.position)),
    showsCode: false,
    now: 0,
  }),
  initial: 'starting',
  on: {
    'share.close': '.closed',
    'share.showAll': { target: '.closed', actions: 'showAll' },
    'server.share.opened': {
      guard: by('isThis'),
      target: '.shared',
      actions: by('keepShare'),
    },
    'server.share.closed': { guard: by('isThis'), target: '.unshared' },
  },
  states: {
    starting: { always: [{ guard: 'isShared', target: 'shared' }, { target: 'unshared' }] },
    unshared: {
      entry: ['forgetShare', 'openForm'],
      exit: ['stopForm', 'forgetForm'],
      initial: 'editing',
      on: {
        'share.submit': { actions: 'submit' },
        'form.refused': { actions: 'correctSlug' },
        'form.saved': {
          target: 'shared',
          actions: { type: 'keepShare', params: ({ event }) => ({ share: event.answer }) },
        },
      },
      states: { editing: { after: { tick: { target: 'editing', reenter: true, actions: 'noteTime' } } } },
    },
    shared: {
      initial: 'resting',
      entry: 'noteTime',
      invoke: { src: 'removal', id: 'removal' },
      on: {
        'share.setStart': { actions: by('setStart') },
        'share.changeStart': { actions: by('changeStart') },
        'share.toggleCode': { actions: 'toggleCode' },
      },
      states: {
        resting: {
          after: { tick: { target: 'resting', reenter: true, actions: 'noteTime' } },
          on: { 'share.remove': { actions: 'askToRemove' }, 'removal.started': 'removing' },
        },
        removing: {
          tags: 'busy',
          on: {
            'server.share.closed': { guard: by('isThis'), actions: 'noteRemoved' },
            'removal.finished': '#shareLink.unshared',
            'removal.failed': 'resting',
          },
        },
      },
    },
    closed: { type: 'final' },
  },
  output: 'closed',
});

export type ShareLinkRef = ActorRefFrom<typeof shareLinkMachine>;
