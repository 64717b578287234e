import { useSelector } from '@xstate/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import {
  selectActor,
  selectDrawing,
  selectDrawingContext,
  selectDrawingState,
  selectLastTaken,
  selectOutline,
  type OutlineState,
} from '../../machines/inspector/inspector.selectors.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PanZoom } from '../ui/pan-zoom.tsx';
import { ChartDrawing } from './chart-drawing.tsx';

const NEARER = 1.25;

export function ChartPane({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.drawing');
  const ref = useSelector(inspector, selectDrawing);
  const state = useSelector(ref, selectDrawingState);
  const context = useSelector(ref, selectDrawingContext);
  const actor = useSelector(inspector, selectActor);
  const last = useSelector(inspector, selectLastTaken);
  const outline = useSelector(inspector, selectOutline);
  const name = actor?.name ?? '';
  return (
    <section className="inspector-pane inspector-drawing">
      <PanZoom
        label={t('label', { name })}
        className="inspector-canvas"
        onMove={(by) => ref?.send({ type: 'drawing.move', ...by })}
        onZoom={(factor, at) => ref?.send({ type: 'drawing.zoom', factor, ...(at ? { at } : {}) })}
        onReset={() => ref?.send({ type: 'drawing.reset' })}
        onSize={(size) => ref?.send({ type: 'frame.changed', ...size })}
      >
        {context?.drawing && state === 'ready' && (
          <ChartDrawing
            drawing={context.drawing}
            look={context.look}
            frame={context.frame}
            active={actor?.active ?? []}
            last={last}
          />
        )}
      </PanZoom>
      {state === 'empty' && actor && <p className="inspector-note">{t('empty', { name })}</p>}
      {state === 'placing' && (
        <p className="inspector-note" role="status">
          {t('placing')}
        </p>
      )}
      {state === 'failed' && (
        <div className="inspector-note" role="alert">
          <p>{t('failed')}</p>
          <Button onClick={() => ref?.send({ type: 'drawing.retry' })}>{t('retry')}</Button>
        </div>
      )}
      {state === 'ready' && (
        <div className="inspector-tools">
          <IconButton
            size="sm"
            variant="solid"
            label={t('nearer')}
            icon={<Plus size={16} />}
            onClick={() => ref?.send({ type: 'drawing.zoom', factor: NEARER })}
          />
          <IconButton
            size="sm"
            variant="solid"
            label={t('farther')}
            icon={<Minus size={16} />}
            onClick={() => ref?.send({ type: 'drawing.zoom', factor: 1 / NEARER })}
          />
          <IconButton
            size="sm"
            variant="solid"
            label={t('reset')}
            icon={<Maximize size={16} />}
            onClick={() => ref?.send({ type: 'drawing.reset' })}
          />
        </div>
      )}
      {outline && (
        <details className="inspector-outline">
          <summary>{t('outline')}</summary>
          <div role="region" aria-label={t('outline')} tabIndex={0}>
            <ul>
              <OutlineItem item={outline} />
            </ul>
          </div>
        </details>
      )}
    </section>
  );
}

function OutlineItem({ item: { state, isActive, transitions, children } }: { item: OutlineState }) {
  const t = useTranslations('inspector.drawing');
  const facts = [
    isActive && t('active'),
    (state.kind === 'parallel' || state.kind === 'final') && t(state.kind),
    state.invokes.length > 0 && t('runs', { names: state.invokes.join(', ') }),
  ].filter(Boolean);
  return (
    <li data-active={isActive}>
      <strong>{state.key}</strong>
      {facts.length > 0 && ` (${facts.join(', ')})`}
      {transitions.length + children.length > 0 && (
        <ul>
          {transitions.map(({ key, label, targets, actions }) => (
            <li key={key}>
              {label}: {targets === '' ? t('stays') : t('goesTo', { targets })}
              {actions !== '' && `, ${t('acts', { actions })}`}
            </li>
          ))}
          {children.map((child) => (
            <OutlineItem key={child.state.id} item={child} />
          ))}
        </ul>
      )}
    </li>
  );
}
