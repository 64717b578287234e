import type { SnapshotFrom } from 'xstate';
import { safeParse } from 'zod/v4/core';
import {
  EVERY,
  networkRule,
  RULE_STATUSES,
  type NetworkRule,
  type RuleEffect,
} from '../../schemas/inspector-message.ts';
import { serverEventTypes } from '../../schemas/socket/server-events.ts';
import { ENDPOINT_NAMES } from '../../services/endpoint-names.ts';
import type { recorderMachine } from './recorder.machine.ts';

export interface RuleDraft {
  readonly kind: NetworkRule['kind'];
  readonly name: string;
  /** In ms, as typed. */
  readonly delay: string;
  readonly effect: RuleEffect;
  readonly status: NetworkRule['status'];
}

export const NO_RULE: RuleDraft = { kind: 'call', name: '', delay: '', effect: 'pass', status: 500 };

export type RuleFault = 'name' | 'delay' | 'effect';

/** `others` keep their ids. */
export function ruleOf(draft: RuleDraft, others: readonly NetworkRule[]): NetworkRule | RuleFault {
  const { kind, name, delay, status } = draft;
  if (name === '') return 'name';
  const effect = kind === 'event' && draft.effect === 'fail' ? 'drop' : draft.effect;
  const delayMs = delay.trim() === '' ? 0 : Number(delay);
  const id = String(Math.max(0, ...others.map((rule) => Number(rule.id))) + 1);
  const parsed = safeParse(networkRule, { id, kind, name, delayMs, effect, status });
  if (!parsed.success) return 'delay';
  return effect === 'pass' && delayMs === 0 ? 'effect' : parsed.data;
}

export const RULE_CHOICES = {
  kinds: [
    { kind: 'call', names: [EVERY, ...ENDPOINT_NAMES] },
    { kind: 'event', names: [EVERY, ...serverEventTypes.map(([name]) => name).sort()] },
  ],
  effects: ['pass', 'drop', 'garble', 'fail'],
  statuses: RULE_STATUSES,
} as const;

export const selectRuleCount = ({ context }: SnapshotFrom<typeof recorderMachine>) => context.rules.length;
