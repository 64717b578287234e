import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import { selectDraft, selectTakes } from '../../machines/inspector/inspector.selectors.ts';
import { Button } from '../ui/button.tsx';

/** Sends the chosen actor one of the events that it can take now. */
export function SendForm({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.send');
  const takes = useSelector(inspector, selectTakes);
  const { event, payload, outcome } = useSelector(inspector, selectDraft);
  if (takes === null) return null;
  return (
    <form
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
            onChange={({ currentTarget }) =>
              inspector.send({ type: 'draft.change', change: { event: currentTarget.value } })
            }
          >
            <option value="">{t('choose')}</option>
            {takes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
          <textarea
            aria-label={t('payload')}
            placeholder="{}"
            rows={2}
            value={payload}
            onChange={({ currentTarget }) =>
              inspector.send({ type: 'draft.change', change: { payload: currentTarget.value } })
            }
          />
          <Button type="submit" size="sm" disabled={!takes.includes(event)}>
            {t('send')}
          </Button>
          <p role="status">{outcome && t(outcome)}</p>
        </>
      )}
    </form>
  );
}
