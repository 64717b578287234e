import ELK from 'elkjs/lib/elk.bundled.js';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../../../src/machines/inspector/chart.logic.ts';
import {
  drawingOf,
  graphOf,
  transitionLabel,
  type DrawnLine,
  type DrawnState,
} from '../../../src/machines/inspector/drawing.logic.ts';
import type { ChartFact, ChartState } from '../../../src/schemas/inspector-message.ts';
import { escape } from './escape.ts';

// The statecharts of the page: laid out as in the inspector, written as SVG and as text.

const elk = new ELK();

/** Height of a line of text, and the position of a state's first one. */
const LINE = 15;
const FIRST_LINE = 18;

/** A machine drawn (null when it has one state only), and as nested lists. */
export async function drawMachine(machine: AnyStateMachine): Promise<{ svg: string | null; outline: string }> {
  const chart = chartOf(machine, machine.id);
  return { svg: chart.states.length < 2 ? null : await drawChart(chart), outline: outlineOf(chart) };
}

async function drawChart(chart: ChartFact): Promise<string> {
  const { width, height, states, lines } = drawingOf(chart, await elk.layout(graphOf(chart)));
  return [
    `<svg aria-hidden="true" width="${Math.ceil(width)}" height="${Math.ceil(height)}">`,
    ...states.map(stateOf),
    ...lines.map(lineOf),
    '</svg>',
  ].join('\n');
}

const at = (number: number): number => Math.round(number);

function stateOf({ x, y, width, height, key, kind, isInitial, invokes, level }: DrawnState): string {
  const box = (gap: number) =>
    `<rect x="${at(x + gap)}" y="${at(y + gap)}" width="${at(width - 2 * gap)}" height="${at(height - 2 * gap)}" rx="8"/>`;
  const text = (words: string, line: number) =>
    `<text x="${at(x + width / 2)}" y="${at(y + FIRST_LINE + line * LINE)}">${escape(words)}</text>`;
  return [
    `<g class="s ${kind} l${level % 2}">`,
    box(0),
    kind === 'final' ? box(3) : '',
    isInitial ? `<circle cx="${at(x + 9)}" cy="${at(y + 9)}" r="3.5"/>` : '',
    text(key, 0),
    ...invokes.map((invoke, index) => text(`▸ ${invoke}`, index + 1)),
    '</g>',
  ].join('');
}

function lineOf({ path, label }: DrawnLine): string {
  const rounded = path.replace(/\d+\.\d+/g, (number) => String(at(Number(number))));
  const texts = label?.lines.map(
    (words, index) =>
      `<text x="${at(label.x + label.width / 2)}" y="${at(label.y + 11 + index * LINE)}">${escape(words)}</text>`,
  );
  return `<g class="t"><path d="${rounded}" marker-end="url(#arrow)"/>${texts?.join('') ?? ''}</g>`;
}

/** The content of the drawing, as lists in lists. */
function outlineOf({ states, transitions }: ChartFact): string {
  const pathOf = (id: string) => states.find((state) => state.id === id)?.path ?? id;
  const item = (state: ChartState): string => {
    const ways = transitions
      .filter(({ source }) => source === state.id)
      .map(({ targets, actions, ...way }) => {
        const goes = targets.length > 0 ? `goes to ${targets.map(pathOf).join(' + ')}` : 'stays';
        const acts = actions.length > 0 ? `, does ${actions.join(', ')}` : '';
        return `<li><code>${escape(transitionLabel(way))}</code> ${escape(goes + acts)}</li>`;
      });
    const children = states.filter(({ parent }) => parent === state.id).map(item);
    const notes = [
      state.isInitial ? 'initial' : '',
      state.kind === 'parallel' || state.kind === 'final' || state.kind === 'history' ? state.kind : '',
      state.invokes.length > 0 ? `runs ${state.invokes.join(', ')}` : '',
    ].filter(Boolean);
    const about = notes.length > 0 ? ` (${escape(notes.join('; '))})` : '';
    const inside = [...ways, ...children];
    return `<li><strong>${escape(state.key)}</strong>${about}${inside.length > 0 ? `<ul>${inside.join('\n')}</ul>` : ''}</li>`;
  };
  return `<ul>${states
    .filter(({ parent }) => parent === null)
    .map(item)
    .join('')}</ul>`;
}
