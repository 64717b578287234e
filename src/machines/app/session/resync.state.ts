import { failureOf } from '../../kit/failure.logic.ts';
import { sessionSetup } from './session.setup.ts';

/** Reloads the account and forwards the changes. An answer overtaken by an event is requested again. */
export const resync = sessionSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: { on: { 'player.checkRequested': { actions: 'resync' } } },
    resyncing: {
      entry: 'forgetNews',
      invoke: {
        src: 'fetchUser',
        id: 'fetchUser',
        onDone: [
          { guard: 'hasNews', target: 'resyncing', reenter: true },
          {
            guard: { type: 'isUnchanged', params: ({ event }) => ({ user: event.output }) },
            target: 'resting',
            actions: ['refreshMissed', 'notifyChecked', 'notifyRefreshed'],
          },
          {
            target: 'resting',
            actions: [
              { type: 'mergeUser', params: ({ event }) => ({ user: event.output }) },
              'notifyAccount',
              'forgetAnswers',
              { type: 'fanOut', params: ({ event }) => ({ type: 'server.user.updated', user: event.output }) },
              'refreshMissed',
              'notifyChecked',
              'notifyRefreshed',
            ],
          },
        ],
        onError: {
          target: 'resting',
          actions: { type: 'notifyStale', params: failureOf },
        },
      },
    },
  },
});
