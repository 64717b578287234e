import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageModules } from './page-modules.ts';

const src = fileURLToPath(new URL('../src/', import.meta.url));
/** Code that works for an account, drawn or not. */
const SESSION = ['machines/app/session/session.machine.ts'];
/** A public link, which needs the player and a part of the kit, but no code for accounts. */
const PUBLIC_LINK = [
  'machines/playback/share/share.machine.ts',
  'views/app/share-screen.tsx',
  'views/app/global-layer.tsx',
  // Loaded on use.
  'views/playback/player/chapters-dialog.tsx',
  'views/playback/player/settings-dialog.tsx',
  'views/playback/player/sleep-timer-popover.tsx',
  'views/ui/menu.tsx',
];
/** What an account's session loads once the first page is drawn. */
const IDLE = [...importsOf('machines/app/session/idle-code.ts'), ...importsOf('services/journal.ts')];
const SOCKET = ['schemas/socket/server-events.ts'];
const SOCKET_CODE = /\/node_modules\/(?:socket\.io|engine\.io|@socket\.io)/;
/** Drawn at every start: the frame, and the toasts with the tooltips. */
const SHELL = ['views/app/shell.tsx', 'views/app/global-layer.tsx'];
/** The usual first pages: each gets a chunk of its own, with its machine. */
export const FIRST_PAGES: readonly string[] = ['library', 'bookshelf', 'item'];
const PAGES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  FIRST_PAGES.map((route) => [route, pageModules[route] ?? []]),
);
/** Texts of an account and of a public link. */
const TEXTS = /\/locales\/en-us\/account\.json/;
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => path.join(src, file));
const iconFiles = readIconFiles();
const ICON_CORE = /\/lucide-react\/dist\/esm\/(?!icons\/)/;

/** A group of the bundler: these modules make one chunk. */
interface ChunkGroup {
  readonly name: string;
  readonly test: (id: string) => boolean;
  readonly includeDependenciesRecursively: false;
  readonly priority: number;
}

/**
 * One chunk for the machines of an account, one for the modules of the shell and those that the first pages share, both
 * without the needs of a public link (`player` and `kit`), and one for each of these pages with its machine and its own
 * modules. By default the bundler would make a chunk, and so a request, of each small shared module; grouped by folder,
 * parts that load on use (menus, dialogs, the player) would come along.
 */
export function firstChunks(): ChunkGroup[] {
  const reached = new Map(Object.entries(PAGES).map(([name, starts]) => [name, reach(starts)]));
  const session = reach(SESSION);
  const publicLink = reach(PUBLIC_LINK);
  const frame = reach(SHELL);
  const pageStarts = new Set(
    Object.values(PAGES)
      .flat()
      .map((start) => path.join(src, start)),
  );
  const isPublic = (module: string) => publicLink.has(module) && !session.has(module);
  for (const modules of reached.values()) {
    for (const module of modules) {
      if ([...reached.values()].filter((other) => other.has(module)).length > 1) frame.add(module);
    }
  }
  const kit = new Set([...frame, ...[...reached.values()].flatMap((modules) => [...modules])].filter(isPublic));
  for (const module of kit) frame.delete(module);
  const shared = new Map<string, ReadonlySet<string>>();
  for (const [name, modules] of reached) {
    const starts = laterStarts(modules).filter((start) => !pageStarts.has(start));
    const elsewhere = reach(starts);
    const isShared = (module: string) =>
      elsewhere.has(module) && !starts.includes(module) && !frame.has(module) && !kit.has(module);
    shared.set(name, new Set([...modules].filter(isShared)));
    reached.set(
      name,
      new Set([...modules].filter((module) => !elsewhere.has(module) && !frame.has(module) && !kit.has(module))),
    );
  }
  const group = (name: string, priority: number, test: (id: string) => boolean): ChunkGroup => ({
    name,
    priority,
    includeDependenciesRecursively: false,
    test,
  });
  const isFirstLoad = (module: string) =>
    [session, publicLink, frame, kit, ...reached.values(), ...shared.values()].some((modules) => modules.has(module));
  const later = (starts: readonly string[]) => new Set([...reach(starts)].filter((module) => !isFirstLoad(module)));
  // A schema that a page needs would bring the socket's code into the page.
  const anyPage = reach(Object.values(pageModules).flat());
  const socket = new Set([...later(SOCKET)].filter((module) => !anyPage.has(module)));
  const idle = new Set([...later(IDLE)].filter((module) => !socket.has(module)));
  const icons = [...iconUsers()];
  const iconsOf = (isHere: (users: readonly string[]) => boolean) =>
    new Set(icons.filter(([, users]) => isHere(users)).map(([icon]) => icon));
  const pages = [...reached.values()];
  const ownIcons = new Map(
    [...reached].map(([name, modules]) => [name, iconsOf((users) => users.every((user) => modules.has(user)))]),
  );
  const isOwned = (icon: string) => [...ownIcons.values()].some((own) => own.has(icon));
  const isFirst = (user: string) => kit.has(user) || frame.has(user) || pages.some((modules) => modules.has(user));
  const kitIcons = iconsOf((users) => users.some((user) => publicLink.has(user)) && users.some(isFirst));
  const frameIcons = iconsOf((users) => users.some(isFirst));
  const sharedIcons = iconsOf((users) => users.length > 1);
  return [
    group('player', 3, (id) => session.has(id) && publicLink.has(id)),
    group('session', 3, (id) => session.has(id) && !publicLink.has(id)),
    group('kit', 3, (id) => kit.has(id) || kitIcons.has(id) || ICON_CORE.test(id) || TEXTS.test(id)),
    group('frame', 2, (id) => frame.has(id) || (frameIcons.has(id) && !isOwned(id))),
    group('socket', 2, (id) => socket.has(id) || SOCKET_CODE.test(id)),
    group('idle', 2, (id) => idle.has(id)),
    ...[...shared].map(([name, modules]) => group(`${name}-shared`, 1, (id) => modules.has(id))),
    group('icons', 0, (id) => sharedIcons.has(id)),
    ...[...reached].map(([name, modules]) =>
      group(name, 1, (id) => modules.has(id) || ownIcons.get(name)?.has(id) === true),
    ),
  ];
}

/** Modules of ours that a module loads on use, below `src`. */
function importsOf(file: string): string[] {
  return [...readFileSync(path.join(src, file), 'utf8').matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)].map(
    ([, target = '']) => path.relative(src, path.resolve(src, path.dirname(file), target)),
  );
}

/** Our modules that these import statically. */
function reach(starts: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+\.tsx?)';/gms,
    )) {
      visit(path.resolve(path.dirname(file), target));
    }
  };
  for (const start of starts) {
    if (!existsSync(path.resolve(src, start))) throw new Error(`no module ${start}`);
    visit(path.resolve(src, start));
  }
  return found;
}

/**
 * Modules of ours that others load on use: their imports belong to no single page. Modules that a page shares with its
 * own later parts stay in its chunk: split off, they would end in the chunk of the page's entry, and the bundler then
 * exports from there a namespace that is elsewhere.
 */
function laterStarts(within: ReadonlySet<string>): string[] {
  return sources
    .filter((file) => !within.has(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)].map(([, target = '']) =>
        path.resolve(path.dirname(file), target),
      ),
    );
}

/** Each icon file with the modules that import it; some icons have several names. */
function iconUsers(): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const file of sources) {
    const [, names = ''] = /^import \{([^}]*)\} from 'lucide-react';/m.exec(readFileSync(file, 'utf8')) ?? [];
    for (const icon of names.split(',').flatMap((name) => iconFiles.get(name.trim()) ?? [])) {
      users.set(icon, [...(users.get(icon) ?? []), file]);
    }
  }
  return users;
}

function readIconFiles(): Map<string, string> {
  const index = realpathSync(
    fileURLToPath(new URL('../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url)),
  );
  const exports = readFileSync(index, 'utf8').matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g);
  return new Map(
    [...exports].flatMap(([, names = '', file = '']) =>
      names
        .split(',')
        .map((name) => [name.replace(/.*\bas\b/, '').trim(), path.resolve(path.dirname(index), file)] as const),
    ),
  );
}
