import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import { selectDraft, selectFields, selectTakes } from '../../machines/inspector/inspector.selectors.ts';
import { Button } from '../ui/button.tsx';
import { useFocusInvalid } from '../ui/focus-invalid.ts';
import { PayloadInput } from './payload-input.tsx';

export function SendForm({ inspector }: { inspector: InspectorRef }) {
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
