import { memo } from 'react';
import type { EventRecord } from '../../schemas/inspector-message.ts';
import {
  headingOf,
  type DrawnLine,
  type DrawnState,
  type Drawing,
  type Look,
} from '../../machines/inspector/drawing.logic.ts';

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
export function ChartDrawing({ drawing, look, frame, active, last }: ChartDrawingProps) {
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
