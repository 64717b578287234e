import { assign, enqueueActions, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import type { NotificationSettings } from '../../../schemas/api/notification.ts';
import { type FormReport, formChanges } from '../../kit/form.machine.ts';
import type { EditNotificationInput, EditNotificationOutput } from '../../app/modals/modal-inputs.protocol.ts';
import {
  notificationForm,
  notificationValuesOf,
  withEvent,
  type NotificationFormRef,
  type NotificationValues,
} from './notifications.logic.ts';

type EditNotificationEvent =
  | { type: 'editNotification.chooseEvent'; name: string }
  | { type: 'editNotification.close' }
  | FormReport<'form', NotificationValues, NotificationSettings>;

interface EditNotificationContext extends EditNotificationInput {
  readonly form: NotificationFormRef;
  readonly saved: EditNotificationOutput;
}

/** Modal that adds or edits a notification. */
export const editNotificationMachine = setup({
  types: {
    input: {} as EditNotificationInput,
    context: {} as EditNotificationContext,
    events: {} as EditNotificationEvent,
    output: {} as EditNotificationOutput,
    children: {} as { form: 'form' },
  },
  actors: { form: notificationForm },
  guards: {
    isKnown: ({ context }, { name }: { name: string }) => context.events.some((event) => event.name === name),
  },
  actions: {
    chooseEvent: enqueueActions(({ context: { events, form }, enqueue }, { name }: { name: string }) => {
      const chosen = events.find((event) => event.name === name);
      if (!chosen) return;
      for (const change of formChanges(form.getSnapshot().context.values, withEvent, chosen))
        enqueue.sendTo(form, change);
    }),
    keepSaved: assign((_, { answer }: { answer: NotificationSettings }) => ({ saved: answer })),
  },
}).createMachine({
  id: 'editNotification',
  context: ({ input, spawn }) => ({
    ...input,
    form: spawn('form', { id: 'form', input: { values: notificationValuesOf(input.before, input.events) } }),
    saved: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        'editNotification.chooseEvent': {
          guard: by('isKnown'),
          actions: by('chooseEvent'),
        },
        'form.saved': { target: 'closed', actions: by('keepSaved') },
        'editNotification.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => context.saved,
});

export type EditNotificationRef = ActorRefFrom<typeof editNotificationMachine>;
