import { findMachines } from '../boot.ts';
import { drawMachine } from './drawing.ts';
import { escape } from './escape.ts';
import { relationsOf, type PlacedMachine, type Relation } from './relations.ts';
import { SCRIPT, STYLE } from './look.ts';

// One page with the whole actor system: which machine runs which, and the statechart of each. `npm run diagrams` writes
// it.

export interface SystemPage {
  readonly machines: readonly PlacedMachine[];
  /** The part of one machine, by its name. */
  section(name: string): Promise<string>;
  /** The page with these parts, in order of the machines. */
  whole(sections: readonly string[]): string;
}

/**
 * @param modules of the machines, by file
 * @param sources text of all files below src/machines, by file named as the modules are
 */
export function createSystemPage(
  modules: Readonly<Record<string, unknown>>,
  sources: Readonly<Record<string, string>>,
): SystemPage {
  const machines = findMachines(modules)
    .map(({ file, ...found }): PlacedMachine => ({
      ...found,
      file,
      folder: /src\/machines\/(.+)\/[^/]+$/.exec(file)?.[1] ?? '',
    }))
    .sort((a, b) => compare(a.folder, b.folder) || compare(a.name, b.name));
  const relations = relationsOf(machines, sources);
  return {
    machines,
    async section(name) {
      const placed = machines.find((other) => other.name === name);
      if (!placed) throw new Error(`There is no machine ${name}`);
      return sectionOf(placed, relations, await drawMachine(placed.machine));
    },
    whole: (sections) => pageOf(machines, relations, sections),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const linkTo = ({ name }: PlacedMachine): string => `<a href="#${name}">${name}</a>`;

function howOf({ states, isLate }: Relation): string {
  if (isLate) return 'loaded when it is wanted';
  return states.length > 0 ? `invoked in ${states.join(', ').replace('(root)', 'every state')}` : 'spawned';
}

function sectionOf(
  placed: PlacedMachine,
  relations: readonly Relation[],
  { svg, outline }: { svg: string | null; outline: string },
): string {
  const { name, folder } = placed;
  const parents = relations.filter(({ child }) => child === placed);
  const children = relations.filter(({ parent }) => parent === placed);
  const list = (of: readonly Relation[], side: 'parent' | 'child') =>
    of.map((relation) => `<li>${linkTo(relation[side])}, ${escape(howOf(relation))}</li>`).join('');
  return [
    `<section id="${name}" aria-labelledby="${name}-title">`,
    `<h2 id="${name}-title" tabindex="-1">${name}</h2>`,
    `<p><a href="../src/machines/${folder}/README.md">src/machines/${folder}</a></p>`,
    parents.length > 0 ? `<h3>Run by</h3><ul>${list(parents, 'parent')}</ul>` : '',
    children.length > 0 ? `<h3>Runs</h3><ul>${list(children, 'child')}</ul>` : '',
    svg === null
      ? '<p>It has one state.</p>'
      : `<div class="drawing" tabindex="0" role="region" aria-label="Statechart of ${name}">\n${svg}\n</div>`,
    `<details><summary>As text</summary>${outline}</details>`,
    '</section>',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Machines without a parent, each with those below it; an already listed one is not unfolded again. */
function treeOf(machines: readonly PlacedMachine[], relations: readonly Relation[]): string {
  const seen = new Set<PlacedMachine>();
  const item = (placed: PlacedMachine, how: string): string => {
    const isKnown = seen.has(placed);
    seen.add(placed);
    const below = isKnown ? [] : relations.filter(({ parent }) => parent === placed);
    const children = below.map((relation) => item(relation.child, howOf(relation))).join('\n');
    return `<li>${linkTo(placed)}${how === '' ? '' : `, ${escape(how)}`}${children && `<ul>${children}</ul>`}</li>`;
  };
  const roots = machines.filter((placed) => relations.every(({ child }) => child !== placed));
  return `<ul>${roots.map((root) => item(root, '')).join('\n')}</ul>`;
}

function pageOf(
  machines: readonly PlacedMachine[],
  relations: readonly Relation[],
  sections: readonly string[],
): string {
  const folders = [...new Set(machines.map(({ folder }) => folder))];
  const groups = folders.map((folder) => {
    const links = machines.filter((placed) => placed.folder === folder).map((placed) => `<li>${linkTo(placed)}</li>`);
    return `<li><span>${folder}</span><ul>${links.join('')}</ul></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Earmark: the actor system</title>
<!-- Written by \`npm run diagrams\`. -->
<style>
${STYLE}
</style>
</head>
<body>
<a class="skip" href="#content">Skip to the machines</a>
<header>
<h1>The actor system of Earmark</h1>
<p>${machines.length} machines. A press on <kbd>/</kbd> goes to the filter.</p>
<label>Theme <select id="theme"><option value="">As the system</option><option>light</option><option>dark</option></select></label>
<label><input type="checkbox" id="fit"> Fit drawings to the page</label>
</header>
<nav aria-label="Machines">
<input type="search" id="filter" aria-label="Filter machines" placeholder="Filter machines">
<p id="found" role="status"></p>
<ul>
${groups.join('\n')}
</ul>
</nav>
<main id="content" tabindex="-1">
<svg aria-hidden="true" width="0" height="0"><defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8Z"/></marker></defs></svg>
<section aria-labelledby="tree-title">
<h2 id="tree-title">Who runs whom</h2>
${treeOf(machines, relations)}
</section>
${sections.join('\n')}
</main>
<script>
${SCRIPT}
</script>
</body>
</html>
`;
}
