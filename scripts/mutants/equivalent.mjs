// Changes that no test can notice, because the program behaves the same: `npm run test:mutants` leaves them out. An
// entry names one change: its file, its kind, the changed code (as a run prints it, in full) and, where that occurs
// several times, a part of its line. `because` gives the reason. An entry that matches no change of today's source, or
// several, ends the run: the reason is outdated or too broad.

/** @type {readonly { file: string, kind: string, what: string, line?: string, because: string }[]} */
export const EQUIVALENT = [
  {
    file: 'src/machines/admin/library-settings/folders.machine.ts',
    kind: 'other target',
    what: "'shown'",
    line: 'onDone',
    because: 'A listing that has just come is fresh: `looking` leads to `shown` at once.',
  },
  {
    file: 'src/machines/edit/chapters-editor/lookup.machine.ts',
    kind: 'transition dropped',
    what: "'lookup.search': 'searching'",
    line: 'failed',
    because: 'The machine itself leads to the same; a state that failed says its way out.',
  },
  {
    file: 'src/machines/edit/upload/work.region.ts',
    kind: 'other target',
    what: "'resting'",
    line: "always: { guard: 'isIdle', target: 'resting' },",
    because: '`sending` leads to `resting` at once where nothing is queued.',
  },
  {
    file: 'src/machines/edit/upload/work.region.ts',
    kind: 'other target',
    what: "'resting'",
    line: "target: 'resting', actions: 'forgetBlock'",
    because: '`sending` leads to `resting` at once where nothing is queued.',
  },
  {
    file: 'src/machines/app/signed-in.state.ts',
    kind: 'other target',
    what: "'running'",
    line: "          target: 'running',",
    because: '`deciding` leads to `running` at once where the code is there.',
  },
  {
    file: 'src/machines/app/shared.state.ts',
    kind: 'other target',
    what: "'running'",
    line: "          target: 'running',",
    because: '`deciding` leads to `running` at once where the code is there.',
  },
  {
    file: 'src/machines/app/signed-out.state.ts',
    kind: 'other target',
    what: "'leaving'",
    because: '`deciding` decides nothing more until something happens: it waits as `leaving` does.',
  },
  {
    file: 'src/machines/app/signed-out.state.ts',
    kind: 'other target',
    what: "'login'",
    line: 'goToLogin',
    because: 'The way to the form is a change of the route, which leads from `leaving` to `login` too.',
  },
];

/** Kinds of changes of machines; those of logic and views have StrykerJS' names. */
const OF_MACHINES = new Set([
  'transition dropped',
  'other target',
  'guard negated',
  'action dropped',
  'parameter dropped',
]);

export const ofMachines = (list = EQUIVALENT) => list.filter(({ kind }) => OF_MACHINES.has(kind));
export const ofLogic = (list = EQUIVALENT) => list.filter(({ kind }) => !OF_MACHINES.has(kind));

/**
 * The changes without those in the list. `mutants` are changes of `sources` (path to text): all there are, except in
 * files that are not `isWhole`. Ignores entries about other files. Throws when an entry matches none of them, or
 * several.
 */
export function withoutEquivalent(mutants, sources, list, isWhole = () => true) {
  const named = list
    .filter(({ file }) => sources.has(file))
    .flatMap((entry) => {
      const found = mutants.filter((mutant) => isNamed(mutant, entry, sources));
      if (found.length > 1 || (found.length === 0 && isWhole(entry.file)))
        throw new Error(`${entry.file} ${entry.kind}: ${entry.what}: names ${found.length} changes, not one`);
      return found;
    });
  return mutants.filter((mutant) => !named.includes(mutant));
}

function isNamed(mutant, { file, kind, what, line = '' }, sources) {
  if (mutant.file !== file || mutant.kind !== kind || mutant.what !== what) return false;
  return sources.get(file).split('\n')[mutant.line - 1].includes(line);
}
