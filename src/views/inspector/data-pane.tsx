import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import { useId } from 'react';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import {
  selectActor,
  selectRecord,
  selectRecordSteps,
  selectValues,
  selectDraft,
  selectFields,
  selectTakes,
} from '../../machines/inspector/inspector.selectors.ts';
import { Button } from '../ui/button.tsx';
import { useFocusInvalid } from '../ui/focus-moves.ts';
import type { FieldFault, PayloadField } from '../../machines/inspector/payload.logic.ts';
import { describedBy, Field } from '../ui/field.tsx';
import type { ValueRow } from '../../machines/inspector/value-rows.logic.ts';
import { moveInList } from '../ui/roving.ts';

export function DataPane({ inspector }: { inspector: InspectorRef }) {
  const record = useSelector(inspector, selectRecord);
  const actor = useSelector(inspector, selectActor);
  return (
    <section className="inspector-pane inspector-data">
      {record ? <RecordData inspector={inspector} /> : actor && <ActorData inspector={inspector} name={actor.name} />}
    </section>
  );
}

function ActorData({ inspector, name }: { inspector: InspectorRef; name: string }) {
  const t = useTranslations('inspector.data');
  const { data } = useSelector(inspector, selectValues);
  return (
    <>
      <h2>{t('actor', { name })}</h2>
      <SendForm inspector={inspector} />
      {data.length === 0 ? (
        <p className="inspector-empty">{t('none')}</p>
      ) : (
        <ValueTree label={t('actor', { name })} rows={data} onToggle={(path) => toggle(inspector, path)} />
      )}
    </>
  );
}

function RecordData({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.data');
  const record = useSelector(inspector, selectRecord);
  const actor = useSelector(inspector, selectActor);
  const steps = useSelector(inspector, selectRecordSteps);
  const { event, changes, data } = useSelector(inspector, selectValues);
  if (!record) return null;
  return (
    <>
      <div className="inspector-back">
        <Button size="sm" onClick={() => inspector.send({ type: 'record.close' })}>
          {t('back', { name: actor?.name ?? '' })}
        </Button>
      </div>
      <h2>{t('event', { number: record.number, event: record.event })}</h2>
      <dl className="inspector-facts">
        {(steps.length > 0 || !record.isTaken) && (
          <>
            <dt>{t('transitions')}</dt>
            <dd>
              {record.isTaken
                ? steps.map((step) => <div key={step}>{step}</div>)
                : record.refusedBy.length > 0
                  ? t('refused', { guards: record.refusedBy.join(', ') })
                  : t('noTransition')}
            </dd>
          </>
        )}
        {record.actions.length > 0 && (
          <>
            <dt>{t('actions')}</dt>
            <dd>{record.actions.join(', ')}</dd>
          </>
        )}
        {record.tookMs !== null && (
          <>
            <dt>{t('duration')}</dt>
            <dd>{t('took', { time: record.tookMs.toFixed(2) })}</dd>
          </>
        )}
      </dl>
      {event && (
        <>
          <h3>{t('payload')}</h3>
          <ValueTree label={t('payload')} rows={event} onToggle={(path) => toggle(inspector, path)} />
          <h3>{t('changes')}</h3>
          {changes.length === 0 ? (
            <p className="inspector-empty">{t('noChanges')}</p>
          ) : (
            <ValueTree label={t('changes')} rows={changes} onToggle={(path) => toggle(inspector, path)} />
          )}
          {data.length > 0 && (
            <>
              <h3>{t('contextAfter')}</h3>
              <ValueTree label={t('contextAfter')} rows={data} onToggle={(path) => toggle(inspector, path)} />
            </>
          )}
        </>
      )}
    </>
  );
}

const toggle = (inspector: InspectorRef, path: string) => inspector.send({ type: 'value.toggle', path });

function SendForm({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.send');
  const takes = useSelector(inspector, selectTakes);
  const fields = useSelector(inspector, selectFields);
  const { event, values, faults, outcome } = useSelector(inspector, selectDraft);
  const form = useFocusInvalid<HTMLFormElement>(faults);
  if (takes === null) return null;
  return (
    <form
      ref={form}
      noValidate
      className="inspector-send"
      onSubmit={(submit) => {
        submit.preventDefault();
        inspector.send({ type: 'draft.send' });
      }}
    >
      <h3>{t('title')}</h3>
      {takes.length === 0 ? (
        <p className="inspector-empty">{t('none')}</p>
      ) : (
        <>
          <select
            aria-label={t('event')}
            value={takes.includes(event) ? event : ''}
            onChange={({ currentTarget }) => inspector.send({ type: 'draft.choose', event: currentTarget.value })}
          >
            <option value="">{t('choose')}</option>
            {takes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
          {fields?.length === 0 && <p className="inspector-empty">{t('noPayload')}</p>}
          {fields?.map((field) => (
            <PayloadInput
              key={`${event} ${field.key}`}
              field={field}
              value={values[field.key] ?? ''}
              fault={faults[field.key]}
              onChange={(value) => inspector.send({ type: 'draft.change', key: field.key, value })}
            />
          ))}
          <Button type="submit" size="sm" disabled={fields === null}>
            {t('send')}
          </Button>
          <p role="status">{outcome && t(outcome)}</p>
        </>
      )}
    </form>
  );
}

interface PayloadInputProps {
  field: PayloadField;
  value: string;
  fault: FieldFault | undefined;
  onChange: (value: string) => void;
}

function PayloadInput({ field, value, fault, onChange }: PayloadInputProps) {
  const t = useTranslations('inspector.send');
  const id = useId();
  const { key, kind, isOptional, isNullable, options } = field;
  const error = fault ? t(`faults.${fault.kind}`, { detail: fault.detail }) : null;
  const control = {
    id,
    value,
    'aria-invalid': fault !== undefined || undefined,
    'aria-describedby': describedBy(id, { error }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  const label = key === '' ? t('payload') : key;
  if (kind === 'flag')
    return (
      <label className="inspector-flag">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
        />
        <span>{label}</span>
      </label>
    );
  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={key !== '' && (isOptional || isNullable) ? t(isOptional ? 'optional' : 'nullable') : undefined}
      className="inspector-field"
    >
      {kind === 'choice' ? (
        <select {...control}>
          <option value="">{t(isOptional ? 'leftOut' : isNullable ? 'null' : 'choose')}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option.replace(/^"(.*)"$/, '$1')}
            </option>
          ))}
        </select>
      ) : kind === 'json' ? (
        <textarea
          {...control}
          rows={key === '' ? 3 : 2}
          placeholder={key === '' ? '{}' : undefined}
          spellCheck={false}
        />
      ) : (
        <input {...control} type="text" inputMode={kind === 'number' ? 'decimal' : undefined} autoComplete="off" />
      )}
    </Field>
  );
}

function ValueTree({
  label,
  rows,
  onToggle,
}: {
  label: string;
  rows: readonly ValueRow[];
  onToggle: (path: string) => void;
}) {
  const t = useTranslations('inspector.data');
  return (
    <ul className="inspector-values" aria-label={label}>
      {rows.map(({ path, level, key, text, isFolded, change, before }) => (
        <li key={path} data-change={change ?? undefined} style={{ paddingInlineStart: `${level * 0.9}rem` }}>
          {isFolded === null ? (
            <span className="inspector-key">{key}</span>
          ) : (
            <button
              type="button"
              className="inspector-key"
              aria-expanded={!isFolded}
              onClick={() => onToggle(path)}
              onKeyDown={moveInList}
            >
              {key}
            </button>
          )}{' '}
          <span className="inspector-value">{text}</span>
          {change && (
            <span className="inspector-change">{before === null ? t(change) : t('was', { value: before })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
