import { StateMachine, type AnyStateMachine } from 'xstate';
import { listStates, pathOf } from '../../../src/machines/kit/transitions.ts';

/** A machine with its source: `folder` below src/machines, `file` as its modules are named. */
export interface PlacedMachine {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly machine: AnyStateMachine;
}

/** One machine runs another. */
export interface Relation {
  readonly parent: PlacedMachine;
  readonly child: PlacedMachine;
  /** Paths of the states that invoke it; empty: it is spawned. */
  readonly states: readonly string[];
  /** Its code loads on demand. */
  readonly isLate: boolean;
}

/**
 * Which machine runs which: by the actors of each setup, and by the on-demand imports of a machine's files. `sources`:
 * the text of each file below src/machines.
 */
export function relationsOf(
  machines: readonly PlacedMachine[],
  sources: Readonly<Record<string, string>>,
): readonly Relation[] {
  return machines.flatMap((parent) => {
    const byKey = Object.entries(parent.machine.implementations.actors).flatMap(([key, logic]): Relation[] => {
      const child = logic instanceof StateMachine ? machineOf(machines, logic) : undefined;
      return child ? [{ parent, child, states: statesThatInvoke(parent.machine, key), isLate: false }] : [];
    });
    const late = lateFiles(parent.file, sources).flatMap(({ file, name }): Relation[] =>
      machines
        .filter((child) => child.file === file && child !== parent && (name === '' || name === child.name))
        .map((child) => ({ parent, child, states: [], isLate: true })),
    );
    const all = [...byKey, ...late];
    return all.filter(({ child }, index) => all.findIndex((other) => other.child === child) === index);
  });
}

/** The machine itself, or the one that it is a variant of. */
function machineOf(machines: readonly PlacedMachine[], logic: AnyStateMachine): PlacedMachine | undefined {
  const same = machines.filter(({ machine }) => machine.config === logic.config);
  return same.find(({ machine }) => machine === logic) ?? same.find(({ name }) => name.endsWith('Machine')) ?? same[0];
}

const statesThatInvoke = (machine: AnyStateMachine, key: string): string[] =>
  listStates(machine)
    .filter((node) => [node.config.invoke ?? []].flat().some(({ src }) => src === key))
    .map(pathOf);

const IMPORT = /^(?:import|\} from) (?!type )[^;]*?'(\.[^']+)';$/gm;
const LATE_IMPORT = /(?<!typeof )import\('(\.[^']+\.machine\.ts)'\)(?:\)\.(\w+))?/g;

/**
 * Machine files that a machine's own files load on demand: its file, and its imports but machines. `name`: which export
 * of it; empty: all.
 */
function lateFiles(file: string, sources: Readonly<Record<string, string>>): { file: string; name: string }[] {
  const seen = new Set([file]);
  const late: { file: string; name: string }[] = [];
  for (const own of seen) {
    const text = sources[own] ?? '';
    for (const [, path = '', name = ''] of text.matchAll(LATE_IMPORT)) late.push({ file: resolve(own, path), name });
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const next = resolve(own, path);
      if (!next.endsWith('.machine.ts') && next in sources) seen.add(next);
    }
  }
  return late;
}

/** `a/b/c.ts` and `../d.ts` give `a/d.ts`. */
function resolve(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
