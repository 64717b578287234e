import { useSelector } from '@xstate/react';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import { selectNetwork } from '../../machines/inspector/inspector.selectors.ts';
import { RULE_CHOICES, type RuleDraft } from '../../machines/inspector/network.logic.ts';
import type { NetworkRule } from '../../schemas/inspector-message.ts';
import { Button } from '../ui/button.tsx';
import { describedBy, Field } from '../ui/field.tsx';
import { useFocusInvalid } from '../ui/focus-moves.ts';
import { IconButton } from '../ui/icon-button.tsx';

/** Active network rules, and a form for a new one. */
export function NetworkPanel({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.network');
  const { isOpen, isAllowed, rules } = useSelector(inspector, selectNetwork);
  if (!isOpen) return null;
  return (
    <section className="inspector-network" aria-label={t('title')}>
      {isAllowed ? <RuleForm inspector={inspector} /> : <p>{t(isAllowed === null ? 'waiting' : 'forbidden')}</p>}
      {rules.length === 0 ? (
        isAllowed && <p className="inspector-empty">{t('none')}</p>
      ) : (
        <ul aria-label={t('rules')}>
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onRemove={() => inspector.send({ type: 'rule.remove', id: rule.id })} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RuleRow({ rule, onRemove }: { rule: NetworkRule; onRemove: () => void }) {
  const t = useTranslations('inspector.network');
  const { kind, name, delayMs, effect, status } = rule;
  const target = name === '*' ? t(`every.${kind}`) : name;
  const effects = [
    ...(delayMs > 0 ? [t('delayed', { ms: delayMs })] : []),
    ...(effect === 'pass' ? [] : [effect === 'fail' ? t('fails', { status }) : t(`does.${effect}`)]),
  ].join(', ');
  return (
    <li className="inspector-rule">
      <span>
        <strong>{target}</strong> {effects}
      </span>
      <IconButton
        size="sm"
        label={t('remove', { name: target, effects })}
        icon={<Trash2 size={16} />}
        onClick={onRemove}
      />
    </li>
  );
}

function RuleForm({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.network');
  const id = useId();
  const { draft, fault } = useSelector(inspector, selectNetwork);
  const form = useFocusInvalid<HTMLFormElement>(fault === null ? NOTHING : { [fault]: fault });
  const change = (made: Partial<RuleDraft>) => inspector.send({ type: 'rule.change', change: made });
  const errorOf = (field: typeof fault) => (fault === field && fault !== null ? t(`faults.${fault}`) : null);
  const invalid = (field: typeof fault) => ({
    id: `${id}${field}`,
    'aria-invalid': fault === field || undefined,
    'aria-describedby': describedBy(`${id}${field}`, { error: errorOf(field) }),
  });
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault();
        inspector.send({ type: 'rule.add' });
      }}
    >
      <Field id={`${id}name`} label={t('target')} error={errorOf('name')} className="inspector-field">
        <select
          {...invalid('name')}
          value={draft.name === '' ? '' : `${draft.kind} ${draft.name}`}
          onChange={({ currentTarget: { value } }) => {
            const [kind = '', name = ''] = value.split(' ');
            change({ kind: kind === 'event' ? 'event' : 'call', name });
          }}
        >
          <option value="">{t('choose')}</option>
          {RULE_CHOICES.kinds.map(({ kind, names }) => (
            <optgroup key={kind} label={t(`kinds.${kind}`)}>
              {names.map((name) => (
                <option key={name} value={`${kind} ${name}`}>
                  {name === '*' ? t(`every.${kind}`) : name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </Field>
      <Field id={`${id}delay`} label={t('delay')} error={errorOf('delay')} className="inspector-field">
        <input
          {...invalid('delay')}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          value={draft.delay}
          onChange={({ currentTarget }) => change({ delay: currentTarget.value })}
        />
      </Field>
      <Field id={`${id}effect`} label={t('effect')} error={errorOf('effect')} className="inspector-field">
        <select
          {...invalid('effect')}
          value={draft.effect}
          onChange={({ currentTarget: { value } }) => {
            const effect = RULE_CHOICES.effects.find((other) => other === value);
            if (effect) change({ effect });
          }}
        >
          {RULE_CHOICES.effects
            .filter((effect) => effect !== 'fail' || draft.kind === 'call')
            .map((effect) => (
              <option key={effect} value={effect}>
                {t(`effects.${effect}`)}
              </option>
            ))}
        </select>
      </Field>
      {draft.effect === 'fail' && draft.kind === 'call' && (
        <StatusField id={`${id}status`} value={draft.status} onChange={(status) => change({ status })} />
      )}
      <Button type="submit" size="sm">
        {t('add')}
      </Button>
    </form>
  );
}

interface StatusFieldProps {
  id: string;
  value: RuleDraft['status'];
  onChange: (status: RuleDraft['status']) => void;
}

function StatusField({ id, value, onChange }: StatusFieldProps) {
  const t = useTranslations('inspector.network');
  return (
    <Field id={id} label={t('status')} className="inspector-field">
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const status = RULE_CHOICES.statuses.find((other) => String(other) === currentTarget.value);
          if (status) onChange(status);
        }}
      >
        {RULE_CHOICES.statuses.map((status) => (
          <option key={status} value={status}>
            {`${status} ${t(`statuses.${status}`)}`}
          </option>
        ))}
      </select>
    </Field>
  );
}

const NOTHING = {};
