import { isEventName, isStateName } from './grammar.ts';
import type { ImportFact, SourceFact, Found, MachineFact } from './source.ts';

/** A rule of CONTRIBUTING.md or src/machines/README.md: the lines of each file that break it, in words. */
export interface Rule {
  readonly name: string;
  readonly check: (sources: readonly SourceFact[]) => string[];
}

const LAYERS = ['schemas', 'services', 'machines', 'views'] as const;
type Layer = (typeof LAYERS)[number];

/**
 * What machines may reach by name at any depth: actors that take commands of any feature (the settings of this device,
 * and what the user has played and read). The rest goes through the parent.
 */
const REACHABLE_BY_NAME = [
  'ports',
  'auth',
  'background',
  'toasts',
  'modals',
  'menus',
  'router',
  'player',
  'queue',
  'preferences',
  'locale',
  'progress',
  'pendingChanges',
  'ledger',
  'queue',
  'mediaLists',
];

/** Areas of machines, views and tests, from the lowest floor up. */
const AREAS: readonly string[] = [
  'kit',
  'account',
  'playback',
  'reader',
  'browse',
  'edit',
  'admin',
  'app',
  'inspector',
];

/** Where views meet: the accessor of actors, and the shell, which mounts the features. */
const SHELL = 'src/views/app/';
const ACTORS_CONTEXT = 'src/views/app/actors-context.tsx';

/** Features that may show in every feature: wording, and the cards of a library. */
const SHARED_FEATURES: readonly string[] = ['texts', 'shared'];

const HOOKS_WITH_BEHAVIOUR = ['useState', 'useReducer', 'useEffect', 'useActionState', 'useOptimistic'];
const HOOKS_OF_THE_KIT = [
  'useState',
  'useRef',
  'useId',
  'useCallback',
  'useContext',
  'useLayoutEffect',
  'useSyncExternalStore',
];

const FOREIGN_TO_MACHINES = [
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  '@xstate/react',
  'ky',
  'socket.io-client',
  'hls.js',
  'epubjs',
  'pdfjs-dist',
  'foliate-js',
];
const FOREIGN_TO_SERVICES = ['xstate', '@xstate/react', '@xstate/graph', 'react', 'react-dom', '@base-ui/react'];

const BROWSER = [
  'window',
  'document',
  'localStorage',
  'sessionStorage',
  'navigator',
  'location',
  'history',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'indexedDB',
];

export const rules: readonly Rule[] = [
  {
    name: 'imports run views → machines → services → schemas, never back; views take services not at all and schemas as types',
    check: eachImport((source, target, item) => {
      const from = layerOf(source.path);
      const to = layerOf(target);
      if (!from || !to || from === to) return false;
      if (LAYERS.indexOf(to) > LAYERS.indexOf(from)) return true;
      return from === 'views' && (to === 'services' || (to === 'schemas' && !item.isType));
    }),
  },
  {
    name: `machines import values from their own area or one below: ${AREAS.join(' < ')}`,
    check: eachImport((source, target, item) => {
      const [from, to] = [areaOf(source.path), areaOf(target)];
      return from !== null && to !== null && !item.isType && !item.isDynamic && AREAS.indexOf(to) > AREAS.indexOf(from);
    }),
  },
  {
    name: 'views take machine files as types only, selectors, logic and routes excepted',
    check: eachImport(
      (source, target, item) =>
        layerOf(source.path) === 'views' &&
        layerOf(target) === 'machines' &&
        !item.isType &&
        !/\.(?:selectors|logic)\.ts$|\/router\/routes\.ts$/.test(target),
    ),
  },
  {
    name: 'a feature of views imports no other feature, only the kit and the accessor of actors',
    check: eachImport((source, target, item) => {
      const from = featureOf(source.path);
      const to = featureOf(target);
      if (
        from === null ||
        to === null ||
        from === to ||
        isShared(to) ||
        SHARED_FEATURES.includes(to) ||
        target === ACTORS_CONTEXT
      )
        return false;
      return !(source.path.startsWith(SHELL) || item.isDynamic);
    }),
  },
  {
    name: 'the kit and the formats know no machine and no feature',
    check: eachImport(
      (source, target) =>
        isShared(featureOf(source.path)) &&
        (layerOf(target) !== 'views' || !isShared(featureOf(target))) &&
        !target.startsWith('src/locales/'),
    ),
  },
  {
    name: 'schemas take no package but zod',
    check: eachPackage((source, name) => layerOf(source.path) === 'schemas' && name !== 'zod'),
  },
  {
    name: 'services know neither xstate nor react',
    check: eachPackage((source, name) => layerOf(source.path) === 'services' && FOREIGN_TO_SERVICES.includes(name)),
  },
  {
    name: 'machines know neither react nor the packages that services wrap',
    check: eachPackage((source, name) => layerOf(source.path) === 'machines' && FOREIGN_TO_MACHINES.includes(name)),
  },
  {
    name: 'machines and schemas do not touch the browser',
    check: each((source) => {
      const layer = layerOf(source.path);
      return layer === 'machines' || layer === 'schemas' ? BROWSER.filter((name) => source.globals.has(name)) : [];
    }),
  },
  {
    name: 'views keep no state and run no effects; the kit keeps what is the widget’s own',
    check: each((source) => {
      if (layerOf(source.path) !== 'views') return [];
      const fromReact = source.imports
        .filter((item) => item.target === 'react' && !item.isType)
        .map((item) => item.name);
      const whole = fromReact.filter((name) => name === 'default' || name === '*').map(() => 'react as a whole');
      const hooks = fromReact.filter((name) => /^use[A-Z]/.test(name) || name === 'use');
      const isKit = featureOf(source.path) === 'ui';
      return [
        ...whole,
        ...hooks.filter((name) => (isKit ? !HOOKS_OF_THE_KIT.includes(name) : HOOKS_WITH_BEHAVIOUR.includes(name))),
      ];
    }),
  },
  {
    name: 'the kit does not subscribe to machines',
    check: eachPackage(
      (source, name) => isShared(featureOf(source.path)) && (name === 'xstate' || name === '@xstate/react'),
    ),
  },
  {
    name: 'HTML from outside is set in one file of the kit',
    check: (sources) => {
      const found = sources
        .filter((source) => source.attributes.has('dangerouslySetInnerHTML'))
        .map((source) => source.path);
      const inKit = found.filter((path) => path.startsWith('src/views/ui/'));
      return [...found.filter((path) => !inKit.includes(path)), ...inKit.slice(1)];
    },
  },
  {
    name: `machines reach by name only ${REACHABLE_BY_NAME.join(', ')}`,
    check: each((source) => {
      if (layerOf(source.path) !== 'machines') return [];
      const reached = source.calls
        .filter(({ callee }) => callee === 'named')
        .map((call) => call.arguments[0] ?? 'a computed name');
      const past = source.calls
        .filter(({ callee }) => callee === 'system.get')
        .map((call) => `system.get(${call.arguments[0] ?? '…'})`);
      const isAccessor = /^src\/machines\/kit\/(?:ports|system)\.ts$/.test(source.path);
      return isAccessor ? [] : [...reached.filter((key) => !REACHABLE_BY_NAME.includes(key)), ...past];
    }),
  },
  {
    name: 'a name is imported from the file that makes it; only a page passes its toolbar on, which is of its chunk',
    check: each(({ path, reexports }) =>
      reexports.filter((name) => !(name === 'Toolbar' && /^src\/views\/.*-page\.tsx$/.test(path))),
    ),
  },
  { name: 'no file imports itself over others', check: (sources) => findCycles(sources, (item) => !item.isType) },
  {
    name: 'no circle of imports leaves its folder, types included',
    check: (sources) =>
      findCycles(sources, () => true).filter((ring) => new Set(ring.split(' → ').map(folderOf)).size > 1),
  },
  {
    name: 'configs of machines hold names: no guard, and no enqueueActions, is written in them',
    check: each((source) => (layerOf(source.path) === 'machines' ? [...source.inlineInConfig] : [])),
  },
  {
    name: 'events are domain.verb: commands begin with a verb, facts hold a past tense; of the server in three parts',
    check: eachMachine('events', ({ name }) => !isEventName(name)),
  },
  {
    name: 'states are gerunds, participles or adjectives; regions and what fills a place may be nouns',
    check: eachMachine('states', ({ name }) => !isStateName(name)),
  },
  { name: 'payload reaches actions and guards by params', check: eachMachine('readsEvent', () => true) },
  {
    name: 'what must be undone lies in an actor: no action of an exit acts on the world',
    check: (sources) =>
      sources.flatMap(({ path, machine }) => {
        const deeds = sources
          .filter((other) => folderOf(other.path) === folderOf(path))
          .flatMap((other) => other.machine.deeds.map(({ name }) => name));
        return machine.exits
          .filter(({ name }) => name === 'a function' || deeds.includes(name))
          .map(({ name, line }) => `${path}: line ${line}: ${name}`);
      }),
  },
  { name: 'every invoke has an id', check: eachMachine('unnamedInvokes', () => true) },
  { name: 'a failed state has a way out', check: eachMachine('deadEnds', () => true) },
  { name: 'texts for people are keys of the catalogue', check: eachMachine('wordings', () => true) },
];

function eachMachine(part: keyof MachineFact, breaks: (found: Found) => boolean): Rule['check'] {
  return each((source) =>
    layerOf(source.path) === 'machines'
      ? source.machine[part].filter(breaks).map(({ name, line }) => `line ${line}: ${name}`)
      : [],
  );
}

function each(check: (source: SourceFact) => string[]): Rule['check'] {
  return (sources) => sources.flatMap((source) => check(source).map((what) => `${source.path}: ${what}`));
}

function eachImport(breaks: (source: SourceFact, target: string, item: ImportFact) => boolean): Rule['check'] {
  return each((source) =>
    source.imports
      .filter((item) => !item.isPackage && breaks(source, item.target, item))
      .map((item) => `${item.name} of ${item.target}`),
  );
}

function eachPackage(breaks: (source: SourceFact, name: string) => boolean): Rule['check'] {
  return each((source) =>
    source.imports
      .filter((item) => item.isPackage && breaks(source, packageOf(item.target)))
      .map((item) => item.target),
  );
}

/** `@scope/name` or `name`, without its path. */
function packageOf(request: string): string {
  return request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find((layer) => path.startsWith(`src/${layer}/`));
}

/** Of views: the folder below the area, or below `views`. */
function featureOf(path: string): string | null {
  const [, top = '', sub] = /^src\/views\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? [];
  return AREAS.includes(top) && sub ? `${top}/${sub}` : top || null;
}

function areaOf(path: string): string | null {
  const [, area = ''] = /^src\/machines\/([^/]+)\//.exec(path) ?? [];
  return AREAS.includes(area) ? area : null;
}

/** Folders of views that every feature may use. */
function isShared(feature: string | null): boolean {
  return feature === 'ui' || feature === 'format' || feature === 'styles';
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Cycles over the imports that count; lazy chunks may point back. Each cycle once, from its first path. */
function findCycles(sources: readonly SourceFact[], counts: (item: ImportFact) => boolean): string[] {
  const edges = new Map(
    sources.map((source) => [
      source.path,
      [
        ...new Set(
          source.imports
            .filter((item) => !item.isPackage && !item.isDynamic && counts(item))
            .map((item) => item.target),
        ),
      ],
    ]),
  );
  const finished = new Set<string>();
  const found = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const ring = trail.slice(start);
      const first = ring.indexOf([...ring].sort()[0] ?? path);
      found.add([...ring.slice(first), ...ring.slice(0, first), ring[first] ?? path].join(' → '));
      return;
    }
    if (finished.has(path)) return;
    for (const target of edges.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const source of sources) visit(source.path, []);
  return [...found];
}
