import { assign } from 'xstate';
import type { InspectorReport } from '../../schemas/inspector-message.ts';
import type { NetworkRule } from '../../schemas/network-rule.ts';
import { withDraft } from './draft.actions.ts';
import type { InspectorContext } from './inspector.setup.ts';
import { ruleOf, type RuleDraft } from './network.logic.ts';

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
    askWithoutRule: ({ context }, params: { id: string }) =>
      ask(
        context,
        context.network.rules.filter(({ id }) => id !== params.id),
      ),
    keepRules: assign(({ context: { network } }, { isAllowed, rules }: RulesChanged) => ({
      network: { ...network, isAllowed, rules },
    })),
  },
});
