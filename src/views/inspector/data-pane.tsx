import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import {
  selectActor,
  selectRecord,
  selectRecordSteps,
  selectValues,
} from '../../machines/inspector/inspector.selectors.ts';
import { Button } from '../ui/button.tsx';
import { SendForm } from './send-form.tsx';
import { ValueTree } from './value-tree.tsx';

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
  const { event, data } = useSelector(inspector, selectValues);
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
            <dd>{record.isTaken ? steps.map((step) => <div key={step}>{step}</div>) : t('noTransition')}</dd>
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
          <h3>{t('contextAfter')}</h3>
          <ValueTree label={t('contextAfter')} rows={data} onToggle={(path) => toggle(inspector, path)} />
        </>
      )}
    </>
  );
}

const toggle = (inspector: InspectorRef, path: string) => inspector.send({ type: 'value.toggle', path });
