import type { ActorRefFrom } from 'xstate';
import { failureOf } from '../kit/failure.logic.ts';
import { toolsSetup } from './tools.setup.ts';

/** Tools tab: embeds the details into the audio files after a confirmation; server tasks report the progress. */
export const toolsMachine = toolsSetup.createMachine({
  id: 'itemTools',
  context: ({ input: { item } }) => ({ item, error: null }),
  initial: 'resting',
  on: { 'tab.itemChanged': { actions: { type: 'takeItem', params: ({ event }) => event } } },
  states: {
    resting: { on: { 'tools.run': { guard: 'hasSound', target: 'asking' } } },
    asking: {
      entry: ['clearError', 'ask'],
      on: {
        'modal.closed': [
          { guard: { type: 'isAccepted', params: ({ event }) => event }, target: 'starting' },
          { target: 'resting' },
        ],
      },
    },
    starting: {
      tags: 'busy',
      invoke: {
        src: 'startEmbed',
        id: 'startEmbed',
        input: ({ context }) => ({ id: context.item.id, backup: false }),
        onDone: 'resting',
        onError: { target: 'resting', actions: { type: 'rememberFailure', params: failureOf } },
      },
    },
  },
});

export type ToolsRef = ActorRefFrom<typeof toolsMachine>;
