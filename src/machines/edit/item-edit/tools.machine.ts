import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import { by } from '../../kit/by.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import { embedMetadata } from '../../../services/endpoints/item-tools.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { failureOf, keepError } from '../../kit/failure.logic.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import { countOfTracks } from '../../browse/item/files.logic.ts';
import type { TabInput, TabNews } from './item-edit.protocol.ts';

type ToolsEvent = TabNews | { type: 'tools.run' } | ModalClosed<'confirm'>;

interface ToolsContext {
  readonly item: LibraryItemExpanded;
  readonly error: AppError | null;
}

const toolsSetup = setup({
  types: {
    input: {} as TabInput,
    context: {} as ToolsContext,
    events: {} as ToolsEvent,
    tags: {} as 'busy',
    children: {} as { startEmbed: 'startEmbed' },
  },
  actors: { startEmbed: callEndpoint(embedMetadata) },
  guards: {
    hasSound: ({ context }) => countOfTracks(context.item) > 0,
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    rememberFailure: assign(keepError),
    ask: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        message: { key: 'itemEdit.confirmEmbed', values: { count: countOfTracks(context.item), backup: 'no' } },
        confirmLabel: { key: 'itemEdit.embed' },
      },
      tag: 'embed',
      replyTo: self,
    })),
  },
});

/** Tools tab: embeds the details into the audio files after a confirmation; server tasks report the progress. */
export const toolsMachine = toolsSetup.createMachine({
  id: 'itemTools',
  context: ({ input: { item } }) => ({ item, error: null }),
  initial: 'resting',
  on: { 'tab.itemChanged': { actions: assign(({ event: { item } }) => ({ item })) } },
  states: {
    resting: { on: { 'tools.run': { guard: 'hasSound', target: 'asking' } } },
    asking: {
      entry: [assign({ error: null }), 'ask'],
      on: {
        'modal.closed': [{ guard: by('isAccepted'), target: 'starting' }, { target: 'resting' }],
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
