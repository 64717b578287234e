import { assign } from 'xstate';
import type { InspectorReport, NetworkRule } from '../../schemas/inspector-message.ts';
import { type InspectorContext, inspectorSetup, NO_DRAFT, type DraftOutcome } from './inspector.setup.ts';
import { ruleOf, type RuleDraft } from './network.logic.ts';
import { payloadOf, readPayload } from './payload.logic.ts';

function read({ actors, actor, draft }: InspectorContext) {
  const name = actors.find(({ id }) => id === actor)?.name ?? '';
  return readPayload(payloadOf(name, draft.event), draft);
}

const withDraft = inspectorSetup.extend({
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

type RulesChanged = Extract<InspectorReport, { type: 'rules.changed' }>;

const draftedRule = ({ network }: InspectorContext) => ruleOf(network.draft, network.rules);

function ask({ channel, page }: InspectorContext, rules: readonly NetworkRule[]): void {
  if (page !== null) channel.post({ type: 'rules.requested', page, rules: [...rules] });
}

export const withNetwork = withDraft.extend({
  guards: { isRuleWhole: ({ context }) => typeof draftedRule(context) === 'object' },
  actions: {
    toggleNetwork: assign(({ context: { network } }) => ({ network: { ...network, isOpen: !network.isOpen } })),
    keepRule: assign(({ context: { network } }, { change }: { change: Partial<RuleDraft> }) => ({
      network: { ...network, draft: { ...network.draft, ...change }, fault: null },
    })),
    keepRuleFault: assign(({ context }) => {
      const rule = draftedRule(context);
      return typeof rule === 'string' ? { network: { ...context.network, fault: rule } } : {};
    }),
    askForRule: ({ context }) => {
      const rule = draftedRule(context);
      if (typeof rule === 'object') ask(context, [...context.network.rules, rule]);
    },
    removeRule: ({ context }, params: { id: string }) =>
      ask(
        context,
        context.network.rules.filter(({ id }) => id !== params.id),
      ),
    keepRules: assign(({ context: { network } }, { isAllowed, rules }: RulesChanged) => ({
      network: { ...network, isAllowed, rules },
    })),
  },
});
