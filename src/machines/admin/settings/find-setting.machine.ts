import { assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { by } from '../../kit/by.ts';
import { named } from '../../kit/system.ts';
import type { RouterEvent } from '../../kit/router/router.protocol.ts';
import type { Route } from '../../kit/router/routes.ts';
import { stepTo } from './find-setting.logic.ts';
import type { FindSettingInput, FindSettingOutput } from '../../app/modals/modal-inputs.protocol.ts';

export type FindSettingEvent =
  | { type: 'findSetting.type'; text: string }
  | { type: 'findSetting.move'; step: 1 | -1; count: number }
  | { type: 'findSetting.select'; index: number }
  | { type: 'findSetting.choose'; to: Route }
  | { type: 'findSetting.close' };

interface FindSettingContext extends FindSettingInput {
  readonly query: string;
  /** The option that Enter chooses, from 0. */
  readonly active: number;
}

/** Search for server settings. A setting of the open page gets the focus without a reload, so edits stay. */
export const findSettingMachine = setup({
  types: {
    input: {} as FindSettingInput,
    context: {} as FindSettingContext,
    events: {} as FindSettingEvent,
    output: {} as FindSettingOutput,
  },
  guards: {
    isHere: ({ context }, { to }: { to: Route }) => context.page === to.name,
  },
  actions: {
    takeText: assign((_, { text }: { text: string }) => ({ query: text, active: 0 })),
    move: assign(({ context }, { step, count }: { step: 1 | -1; count: number }) => ({
      active: stepTo(context.active, step, count),
    })),
    select: assign((_, { index }: { index: number }) => ({ active: index })),
    go: sendTo(named('router'), (_, { to, replace }: { to: Route; replace: boolean }): RouterEvent => ({
      type: 'router.go',
      to,
      replace,
    })),
  },
}).createMachine({
  id: 'findSetting',
  context: ({ input }) => ({ ...input, query: '', active: 0 }),
  initial: 'searching',
  states: {
    searching: {
      on: {
        'findSetting.type': { actions: by('takeText') },
        'findSetting.move': { actions: by('move') },
        'findSetting.select': { actions: by('select') },
        'findSetting.choose': [
          {
            guard: by('isHere'),
            target: 'closed',
            actions: { type: 'go', params: ({ event: { to } }) => ({ to, replace: true }) },
          },
          { actions: { type: 'go', params: ({ event: { to } }) => ({ to, replace: false }) } },
        ],
        'findSetting.close': 'closed',
      },
    },
    closed: { type: 'final' },
  },
  output: 'closed',
});

export type FindSettingRef = ActorRefFrom<typeof findSettingMachine>;
