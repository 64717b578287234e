import type { ChartFact, ChartState, ChartTransition } from '../../schemas/inspector-message.ts';
import type { ChartGraph } from '../../services/chart-layout.ts';

/** CSS pixels of a fixed-width font. */
const CHARACTER = 6.7;
const LINE = 15;
const PADDING = 14;
const HEADING = 18;
const HEADING_END = 6;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnState extends Box {
  readonly id: string;
  readonly key: string;
  readonly kind: ChartState['kind'];
  readonly isInitial: boolean;
  readonly invokes: readonly string[];
  readonly level: number;
}

export interface DrawnLine {
  readonly id: string;
  readonly keys: readonly string[];
  /** SVG path data. */
  readonly path: string;
  readonly label: (Box & { readonly lines: readonly string[] }) | null;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly states: readonly DrawnState[];
  readonly lines: readonly DrawnLine[];
}

/** Origin in window pixels, scale in window pixels per drawing pixel. */
export interface Look {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

const LEAST_SCALE = 0.05;
const MOST_SCALE = 4;
/** Texts are unreadable below this scale. */
const READABLE_SCALE = 0.85;
const MARGIN = 12;

export function transitionLabel({ event, guard }: Pick<ChartTransition, 'event' | 'guard'>): string {
  return guard === '' ? event : `${event} [${guard}]`;
}

const sizeOf = (lines: readonly string[]) => ({
  width: Math.max(...lines.map((line) => line.length)) * CHARACTER + 8,
  height: lines.length * LINE,
});

/** Transitions without targets have no line: the outline lists them. */
export function graphOf(chart: ChartFact): ChartGraph {
  const nodeOf = (state: ChartState): ChartGraph => {
    const children = chart.states.filter(({ parent }) => parent === state.id).map(nodeOf);
    const texts = [state.key, ...state.invokes.map((id) => `▸ ${id}`)];
    const { width, height } = { width: sizeOf(texts).width + 2 * PADDING, height: texts.length * LINE + PADDING };
    return {
      id: state.id,
      width: Math.max(width, 60),
      height: Math.max(height, 34),
      ...(children.length === 0
        ? {}
        : {
            children,
            layoutOptions: {
              'elk.padding': `[top=${height + 6},left=${PADDING},bottom=${PADDING},right=${PADDING}]`,
              'elk.nodeSize.constraints': 'MINIMUM_SIZE',
              'elk.nodeSize.minimum': `(${width},${height})`,
            },
          }),
    };
  };
  return {
    id: '(drawing)',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'POLYLINE',
      'elk.json.edgeCoords': 'ROOT',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.spacing.nodeNode': '28',
      'elk.spacing.edgeLabel': '4',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.edgeLabels.inline': 'true',
    },
    children: chart.states.filter(({ parent }) => parent === null).map(nodeOf),
    edges: linesOf(chart).map(({ id, source, target, labels }) => ({
      id,
      sources: [source],
      targets: [target],
      labels: [
        {
          id: `${id} label`,
          text: labels.join('\n'),
          ...sizeOf(labels),
          layoutOptions: { 'elk.edgeLabels.inline': 'true' },
        },
      ],
    })),
  };
}

function linesOf(chart: ChartFact) {
  const lines = new Map<string, { id: string; source: string; target: string; keys: string[]; labels: string[] }>();
  for (const transition of chart.transitions) {
    for (const target of transition.targets) {
      const id = `${transition.source} → ${target}`;
      const line = lines.get(id) ?? { id, source: transition.source, target, keys: [], labels: [] };
      line.keys.push(transition.key);
      line.labels.push(transitionLabel(transition));
      lines.set(id, line);
    }
  }
  return [...lines.values()];
}

export function drawingOf(chart: ChartFact, placed: ChartGraph): Drawing {
  const byId = new Map(chart.states.map((state) => [state.id, state]));
  const states: DrawnState[] = [];
  const visit = (node: ChartGraph, x: number, y: number, level: number): void => {
    const at = { x: x + (node.x ?? 0), y: y + (node.y ?? 0) };
    const state = byId.get(node.id);
    if (state) {
      const { id, key, kind, isInitial, invokes } = state;
      states.push({
        id,
        key,
        kind,
        isInitial,
        invokes,
        level,
        ...at,
        width: node.width ?? 0,
        height: node.height ?? 0,
      });
    }
    for (const child of node.children ?? []) visit(child, at.x, at.y, level + 1);
  };
  visit(placed, 0, 0, -1);
  const edges = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  const lines = linesOf(chart).flatMap(({ id, keys, labels }): DrawnLine[] => {
    const edge = edges.get(id);
    const [section] = edge?.sections ?? [];
    if (!edge || !section) return [];
    const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
    const [label] = edge.labels ?? [];
    return [
      {
        id,
        keys,
        path: points.map((point, index) => `${index === 0 ? 'M' : 'L'}${round(point.x)} ${round(point.y)}`).join(' '),
        label: label
          ? { x: label.x ?? 0, y: label.y ?? 0, width: label.width ?? 0, height: label.height ?? 0, lines: labels }
          : null,
      },
    ];
  });
  return { width: placed.width ?? 0, height: placed.height ?? 0, states, lines };
}

const round = (length: number) => Math.round(length * 10) / 10;

interface Size {
  readonly width: number;
  readonly height: number;
}

export function lookAtAll(drawing: Size, frame: Size): Look {
  const fitting = Math.min(frame.width / drawing.width, frame.height / drawing.height, 1.25);
  if (!Number.isFinite(fitting) || fitting <= 0) return { x: 0, y: 0, scale: 1 };
  const scale = Math.max(fitting, LEAST_SCALE);
  return { x: (frame.width - drawing.width * scale) / 2, y: (frame.height - drawing.height * scale) / 2, scale };
}

/** The whole drawing if readable, else centred on the first leaf of these states, without empty margins. */
export function lookAtStates(drawing: Drawing, frame: Size, ids: readonly string[]): Look {
  const all = lookAtAll(drawing, frame);
  const state = drawing.states.find(({ id, kind }) => ids.includes(id) && (kind === 'atomic' || kind === 'final'));
  if (all.scale >= READABLE_SCALE || !state) return all;
  const scale = READABLE_SCALE;
  return {
    x: offset(frame.width, drawing.width * scale, (state.x + state.width / 2) * scale),
    y: offset(frame.height, drawing.height * scale, (state.y + state.height / 2) * scale),
    scale,
  };
}

/** Centres a point, or the whole if it fits. */
function offset(frame: number, length: number, point: number): number {
  if (length + 2 * MARGIN <= frame) return (frame - length) / 2;
  return Math.min(MARGIN, Math.max(frame - length - MARGIN, frame / 2 - point));
}

/**
 * Heading of a compound state in drawing pixels: middle, baseline, width. Stays visible while the state is partly
 * scrolled out, below the headings around it.
 */
export function headingOf(state: DrawnState, look: Look, frame: Size) {
  const { x, y, width, height, level } = state;
  const own = sizeOf([state.key]).width;
  const [left, top] = [-look.x / look.scale, -look.y / look.scale];
  const seen = [Math.max(x, left), Math.min(x + width, left + frame.width / look.scale)] as const;
  return {
    x: within((seen[0] + seen[1]) / 2, x + own / 2, x + width - own / 2),
    y: within(Math.max(y, top + level * LINE) + HEADING, y + HEADING, y + height - HEADING_END),
    width: own,
  };
}

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Keeps the point `at` in place. */
export function zoomed(look: Look, factor: number, at: { readonly x: number; readonly y: number }): Look {
  const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, look.scale * factor));
  const by = scale / look.scale;
  return { x: at.x - (at.x - look.x) * by, y: at.y - (at.y - look.y) * by, scale };
}
