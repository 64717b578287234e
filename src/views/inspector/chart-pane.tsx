import { useSelector } from '@xstate/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { memo } from 'react';
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
import { NEARER, PanZoom } from '../ui/pan-zoom.tsx';
import type { EventRecord } from '../../schemas/inspector-message.ts';
import {
  headingOf,
  type DrawnLine,
  type DrawnState,
  type Drawing,
  type Look,
} from '../../machines/inspector/drawing.logic.ts';

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

interface ChartDrawingProps {
  drawing: Drawing;
  look: Look;
  /** The view, in CSS pixels. */
  frame: { readonly width: number; readonly height: number };
  active: readonly string[];
  /** The last event with a transition: its way is highlighted. */
  last: EventRecord | null;
}

/** Height of a line of text, and where the first one stands, in pixels. */
const LINE = 15;
const FIRST_LINE = 18;

/** A statechart as SVG. Screen readers read the outline beside it. */
function ChartDrawing({ drawing, look, frame, active, last }: ChartDrawingProps) {
  return (
    <svg className="chart" aria-hidden="true" width="100%" height="100%">
      <defs>
        <marker id="chart-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0L8 4L0 8Z" />
        </marker>
        <marker
          id="chart-arrow-last"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8Z" />
        </marker>
      </defs>
      <g transform={`translate(${look.x} ${look.y}) scale(${look.scale})`}>
        {drawing.states.map((state) => (
          <StateBox key={state.id} state={state} isActive={active.includes(state.id)} />
        ))}
        {drawing.lines.map((line) => {
          const isLast = last !== null && line.keys.some((key) => last.transitions.includes(key));
          // Another key for each event restarts the highlight.
          return <Way key={isLast ? `${line.id} ${last.number}` : line.id} line={line} isLast={isLast} />;
        })}
        {drawing.states.filter(hasStates).map((state) => (
          <Heading key={state.id} text={state.key} level={state.level} {...headingOf(state, look, frame)} />
        ))}
      </g>
    </svg>
  );
}

const hasStates = ({ kind }: DrawnState) => kind === 'compound' || kind === 'parallel';

/** In front: other elements move below it. */
const Heading = memo(function Heading({
  text,
  level,
  x,
  y,
  width,
}: { text: string; level: number } & ReturnType<typeof headingOf>) {
  return (
    <g className="chart-heading" data-level={level % 2}>
      <rect x={x - width / 2} y={y - LINE + 4} width={width} height={LINE} rx="3" />
      <text x={x} y={y} className="chart-key">
        {text}
      </text>
    </g>
  );
});

const StateBox = memo(function StateBox({ state, isActive }: { state: DrawnState; isActive: boolean }) {
  const { x, y, width, height, key, kind, isInitial, invokes, level } = state;
  return (
    <g className="chart-state" data-active={isActive} data-kind={kind} data-level={level % 2} data-state={state.id}>
      <rect x={x} y={y} width={width} height={height} rx="8" />
      {kind === 'final' && <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="6" />}
      {isInitial && <circle className="chart-initial" cx={x + 9} cy={y + 9} r="3.5" />}
      {!hasStates(state) && (
        <text x={x + width / 2} y={y + FIRST_LINE} className="chart-key">
          {key}
        </text>
      )}
      {invokes.map((invoke, index) => (
        <text key={invoke} x={x + width / 2} y={y + FIRST_LINE + (index + 1) * LINE} className="chart-invoke">
          ▸ {invoke}
        </text>
      ))}
    </g>
  );
});

const Way = memo(function Way({ line: { path, label }, isLast }: { line: DrawnLine; isLast: boolean }) {
  return (
    <g className="chart-way" data-last={isLast}>
      <path d={path} pathLength="1" markerEnd={`url(#chart-arrow${isLast ? '-last' : ''})`} />
      {label && (
        <>
          <rect x={label.x} y={label.y} width={label.width} height={label.height} rx="3" />
          {label.lines.map((text, index) => (
            <text key={text} x={label.x + label.width / 2} y={label.y + 11 + index * LINE}>
              {text}
            </text>
          ))}
        </>
      )}
    </g>
  );
});
