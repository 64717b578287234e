import { assign } from 'xstate';
import { inspectorSetup, NO_DRAFT, type DraftOutcome, type InspectorContext } from './inspector.setup.ts';
import { payloadOf, readPayload } from './payload.logic.ts';

function read({ actors, actor, draft }: InspectorContext) {
  const name = actors.find(({ id }) => id === actor)?.name ?? '';
  return readPayload(payloadOf(name, draft.event), draft);
}

export const withDraft = inspectorSetup.extend({
  guards: {
    isDraftWhole: ({ context }) => context.draft.event !== '' && read(context).event !== null,
  },
  actions: {
    chooseDraft: assign((_, { event }: { event: string }) => ({ draft: { ...NO_DRAFT, event } })),
    keepDraft: assign(({ context: { draft } }, { key, value }: { key: string; value: string }) => {
      const { [key]: _mended, ...faults } = draft.faults;
      return { draft: { ...draft, values: { ...draft.values, [key]: value }, faults, outcome: null } };
    }),
    keepFaults: assign(({ context }) => ({
      draft: { ...context.draft, faults: context.draft.event === '' ? {} : read(context).faults, outcome: null },
    })),
    sendDraft: ({ context }) => {
      const { channel, page, actor } = context;
      const { event } = read(context);
      if (page !== null && actor !== null && event) channel.post({ type: 'event.requested', page, actor, event });
    },
    keepOutcome: assign(({ context }, { outcome }: { outcome: DraftOutcome }) => ({
      draft: { ...context.draft, faults: {}, outcome },
    })),
  },
});
