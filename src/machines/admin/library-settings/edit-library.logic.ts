import { keysOf } from '../../../schemas/keys.ts';
import type { SnapshotFrom } from 'xstate';
import type { MediaType } from '../../../schemas/api/common.ts';
import type { Library, LibrarySettings } from '../../../schemas/api/library.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { createLibrary, updateLibrary } from '../../../services/endpoints/library-admin.ts';
import { validateCron } from '../../../services/endpoints/server-admin.ts';
import { form, type FormRef } from '../../kit/form.machine.ts';
import {
  draftOf,
  expressionOf,
  scheduleProblem,
  type ScheduleDraft,
  type ScheduleProblem,
} from '../../kit/schedule.logic.ts';
import type { editLibraryMachine } from './edit-library.machine.ts';
import { folderConflict, type FolderConflict, columnsOf, tailOf } from './folders.logic.ts';
import type { foldersMachine } from './folders.machine.ts';

export const METADATA_SOURCES = [
  'folderStructure',
  'audioMetatags',
  'nfoFile',
  'txtFiles',
  'opfFile',
  'absMetadata',
] as const;
export type MetadataSource = (typeof METADATA_SOURCES)[number];

export interface RankedSource {
  readonly name: string;
  readonly isOn: boolean;
}

/** No id: a new folder. */
interface FolderRow {
  readonly id?: string;
  readonly fullPath: string;
}

export const SWITCHES = {
  book: [
    'audiobooksOnly',
    'skipMatchingMediaWithAsin',
    'skipMatchingMediaWithIsbn',
    'hideSingleBookSeries',
    'onlyShowLaterBooksInContinueSeries',
    'epubsAllowScriptedContent',
  ],
  podcast: [],
} as const satisfies Record<MediaType, readonly (keyof LibrarySettings)[]>;
type LibrarySwitch = (typeof SWITCHES)['book'][number];

export interface LibraryValues {
  readonly name: string;
  readonly mediaType: MediaType;
  readonly icon: string;
  readonly provider: string;
  readonly folders: readonly FolderRow[];
  /** Typed folder path, not yet added. */
  readonly folderText: string;
  readonly isSquare: boolean;
  readonly isWatched: boolean;
  readonly switches: Readonly<Record<LibrarySwitch, boolean>>;
  readonly region: string;
  readonly finishedBy: 'time' | 'percent';
  /** Seconds left; null: empty field. */
  readonly finishedTime: number | null;
  /** 0..100; null: empty field. */
  readonly finishedPercent: number | null;
  /** Highest priority first; disabled ones last. */
  readonly sources: readonly RankedSource[];
  readonly isScheduled: boolean;
  readonly draft: ScheduleDraft;
  readonly base: Library | null;
}

type LibraryProblem = 'nameMissing' | 'folderMissing' | 'noNumber' | FolderConflict | ScheduleProblem;
export type LibraryForm = FormRef<LibraryValues, LibraryProblem>;

export interface LibrarySaved {
  readonly kind: 'created' | 'updated' | 'unchanged';
  readonly library: Library;
}

const FIRST_PROVIDER: Readonly<Record<MediaType, string>> = { book: 'google', podcast: 'itunes' };
/** Mondays at midnight. */
const FIRST_SCHEDULE = '0 0 * * 1';
const FINISHED_SECONDS = 10;
const FINISHED_PERCENT = 95;

/** Sources in the server's order; missing ones are disabled and last. */
export function rankedSources(precedence: readonly string[] | undefined): readonly RankedSource[] {
  const on = (precedence ?? METADATA_SOURCES).toReversed();
  const off = METADATA_SOURCES.filter((name) => !on.includes(name)).toReversed();
  return [...on.map((name) => ({ name, isOn: true })), ...off.map((name) => ({ name, isOn: false }))];
}

/** `index` from 0; disabled sources stay last. */
export function withSourceAt(sources: readonly RankedSource[], name: string, index: number): readonly RankedSource[] {
  const source = sources.find((one) => one.name === name);
  if (!source?.isOn) return sources;
  const others = sources.filter((one) => one !== source);
  const at = Math.min(Math.max(index, 0), others.filter(({ isOn }) => isOn).length);
  return [...others.slice(0, at), source, ...others.slice(at)];
}

/** An enabled source goes last among the enabled, a disabled one first among the disabled. */
export function withSourceOn(sources: readonly RankedSource[], name: string, isOn: boolean): readonly RankedSource[] {
  const others = sources.filter((one) => one.name !== name);
  const at = others.filter((one) => one.isOn).length;
  return [...others.slice(0, at), { name, isOn }, ...others.slice(at)];
}

export function valuesOf(base: Library | null): LibraryValues {
  const settings = base?.settings;
  const percent = settings?.markAsFinishedPercentComplete ?? null;
  const has = (name: LibrarySwitch) => settings?.[name] === true;
  return {
    name: base?.name ?? '',
    mediaType: base?.mediaType ?? 'book',
    icon: base?.icon ?? 'database',
    provider: base?.provider ?? FIRST_PROVIDER.book,
    folders: base?.folders.map(({ id, fullPath }) => ({ id, fullPath })) ?? [],
    folderText: '',
    isSquare: (settings?.coverAspectRatio ?? 1) !== 0,
    isWatched: settings?.disableWatcher !== true,
    switches: {
      audiobooksOnly: has('audiobooksOnly'),
      skipMatchingMediaWithAsin: has('skipMatchingMediaWithAsin'),
      skipMatchingMediaWithIsbn: has('skipMatchingMediaWithIsbn'),
      hideSingleBookSeries: has('hideSingleBookSeries'),
      onlyShowLaterBooksInContinueSeries: has('onlyShowLaterBooksInContinueSeries'),
      epubsAllowScriptedContent: has('epubsAllowScriptedContent'),
    },
    region: settings?.podcastSearchRegion ?? 'us',
    finishedBy: percent === null ? 'time' : 'percent',
    finishedTime: settings?.markAsFinishedTimeRemaining ?? FINISHED_SECONDS,
    finishedPercent: percent ?? FINISHED_PERCENT,
    sources: rankedSources(settings?.metadataPrecedence),
    isScheduled: Boolean(settings?.autoScanCronExpression),
    draft: draftOf(settings?.autoScanCronExpression || FIRST_SCHEDULE),
    base,
  };
}

/** Adds the typed folder, unless invalid: the check reports that. */
export function withTypedFolder(values: LibraryValues): LibraryValues {
  const fullPath = values.folderText.trim();
  if (fullPath === '' || typedConflict(values) !== null) return values;
  return { ...values, folders: [...values.folders, { fullPath }], folderText: '' };
}

const typedConflict = ({ folders, folderText }: LibraryValues): FolderConflict | null =>
  folderText.trim() === ''
    ? null
    : folderConflict(
        folderText.trim(),
        folders.map(({ fullPath }) => fullPath),
      );

export const withMediaType = (values: LibraryValues, mediaType: MediaType): LibraryValues =>
  values.base !== null || mediaType === values.mediaType
    ? values
    : { ...values, mediaType, provider: FIRST_PROVIDER[mediaType] };

export function lostFolders({ base, folders }: LibraryValues): readonly string[] {
  return (base?.folders ?? [])
    .filter(({ id }) => !folders.some((folder) => folder.id === id))
    .map(({ fullPath }) => fullPath);
}

/** The finished rule that is not chosen is null. */
function settingsOf(values: LibraryValues) {
  const { mediaType, switches, isSquare, isWatched, region, isScheduled, draft, sources } = values;
  const shared = {
    coverAspectRatio: isSquare ? (1 as const) : (0 as const),
    disableWatcher: !isWatched,
    autoScanCronExpression: isScheduled ? expressionOf(draft) : null,
    markAsFinishedTimeRemaining: values.finishedBy === 'time' ? (values.finishedTime ?? FINISHED_SECONDS) : null,
    markAsFinishedPercentComplete:
      values.finishedBy === 'percent' ? Math.min(values.finishedPercent ?? FINISHED_PERCENT, 100) : null,
  };
  if (mediaType === 'podcast') return { ...shared, podcastSearchRegion: region };
  const metadataPrecedence = sources
    .filter(({ isOn }) => isOn)
    .map(({ name }) => name)
    .toReversed();
  return { ...shared, ...switches, metadataPrecedence };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function changed<T extends object>(now: T, before: T): Partial<T> {
  const keys = keysOf(now);
  return Object.fromEntries(
    keys.filter((key) => !isSame(now[key], before[key])).map((key) => [key, now[key]]),
  ) as Partial<T>;
}

const membersOf = ({ name, icon, provider, folders }: LibraryValues) => ({
  name: name.trim(),
  icon,
  provider,
  folders,
});

export function newLibraryOf(typed: LibraryValues): Body<'libraries.create'> {
  const values = withTypedFolder(typed);
  return {
    ...membersOf(values),
    mediaType: values.mediaType,
    settings: settingsOf(values),
  } as Body<'libraries.create'>;
}

/** Changed fields only. Folders keep their ids. */
export function libraryChangeOf(typed: LibraryValues): Body<'libraries.update'> {
  const values = withTypedFolder(typed);
  const before = valuesOf(values.base);
  const members = changed(membersOf(values), membersOf(before));
  const settings = changed(settingsOf(values), settingsOf(before));
  const folders = values.folders.map(
    (folder) => values.base?.folders.find(({ id }) => id === folder.id) ?? { fullPath: folder.fullPath },
  );
  return {
    ...members,
    ...(members.folders ? { folders } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  } as Body<'libraries.update'>;
}

export function hasLibraryChanges(values: LibraryValues): boolean {
  if (values.folderText.trim() !== '') return true;
  return (
    Object.keys(changed(values, { ...valuesOf(values.base), draft: values.draft })).length > 0 ||
    hasOtherSchedule(values)
  );
}

const hasOtherSchedule = (values: LibraryValues): boolean =>
  values.isScheduled && !isSame(expressionOf(values.draft), expressionOf(valuesOf(values.base).draft));

/** After a server event: untouched fields follow the server, edited ones stay. */
export function withTheirs(values: LibraryValues, theirs: Library): LibraryValues {
  const touched = changed(values, valuesOf(values.base));
  return { ...valuesOf(theirs), ...touched, base: theirs };
}

const isNumber = (value: number | null, max: number): boolean => value === null || (value >= 0 && value <= max);

export function libraryProblems(typed: LibraryValues) {
  const values = withTypedFolder(typed);
  const conflict = typedConflict(values);
  const schedule = values.isScheduled ? scheduleProblem(values.draft) : null;
  const { finishedBy, finishedTime, finishedPercent } = values;
  return {
    ...(values.name.trim() === '' ? { name: 'nameMissing' } : {}),
    ...(conflict === null ? {} : { folderText: conflict }),
    ...(values.folders.length === 0 && conflict === null ? { folders: 'folderMissing' } : {}),
    ...(finishedBy === 'time' && !isNumber(finishedTime, Infinity) ? { finishedTime: 'noNumber' } : {}),
    ...(finishedBy === 'percent' && !isNumber(finishedPercent, 100) ? { finishedPercent: 'noNumber' } : {}),
    ...(schedule === null ? {} : { draft: schedule }),
  } satisfies Partial<Record<keyof LibraryValues, LibraryProblem>> as Partial<
    Record<keyof LibraryValues, LibraryProblem>
  >;
}

/** Sends nothing without changes. */
export const libraryForm = form<LibraryValues, LibraryProblem, LibrarySaved>('library', {
  check: libraryProblems,
  async save(api, values, signal) {
    const { base, draft, isScheduled } = values;
    const change = base ? libraryChangeOf(values) : newLibraryOf(values);
    if (base && Object.keys(change).length === 0) return { kind: 'unchanged', library: base };
    const expression = change.settings?.autoScanCronExpression;
    if (isScheduled && draft.mode === 'advanced' && expression != null)
      await api.call(validateCron, { expression }, signal);
    return base
      ? { kind: 'updated', library: await api.call(updateLibrary, { id: base.id, change }, signal) }
      : { kind: 'created', library: await api.call(createLibrary, newLibraryOf(values), signal) };
  },
});

type Snapshot = SnapshotFrom<typeof editLibraryMachine>;
type FoldersSnapshot = SnapshotFrom<typeof foldersMachine>;

export const selectLibraryForm = ({ context }: Snapshot) => context.form;
export const selectTab = ({ context }: Snapshot) => context.tab;
export const selectProviders = ({ context }: Snapshot) => context.providers;
export const selectProvidersError = ({ context }: Snapshot) => context.providersError;
export const selectFolders = ({ children }: Snapshot) => children.folders;
export const selectRemovedFiles = (snapshot: Snapshot) =>
  snapshot.matches({ open: { dialog: 'removingFiles' } }) ? snapshot.context.ext : null;

export const selectColumns = ({ context }: FoldersSnapshot) => columnsOf(context);
export const selectPath = ({ context }: FoldersSnapshot) => tailOf(context);
export const selectConflict = ({ context }: FoldersSnapshot) =>
  context.trail.length === 0 ? 'isRoot' : folderConflict(tailOf(context), context.taken);
export const selectTaken = ({ context }: FoldersSnapshot) => context.taken;

export type LibraryTab = 'details' | 'settings' | 'scanner' | 'schedule' | 'tools';

/** Books have a scanner tab, saved libraries have tools. */
export function libraryTabs(mediaType: MediaType, isNew: boolean): readonly LibraryTab[] {
  return [
    'details',
    'settings',
    ...(mediaType === 'book' ? (['scanner'] as const) : []),
    'schedule',
    ...(isNew ? [] : (['tools'] as const)),
  ];
}

const TAB_OF: Partial<Record<keyof LibraryValues, LibraryTab>> = {
  name: 'details',
  folders: 'details',
  folderText: 'details',
  finishedTime: 'settings',
  finishedPercent: 'settings',
  draft: 'schedule',
};

export function tabOfProblems(problems: Partial<Record<keyof LibraryValues, LibraryProblem>>): LibraryTab | null {
  const fields = keysOf(TAB_OF);
  const field = fields.find((one) => problems[one] !== undefined);
  return field ? (TAB_OF[field] ?? null) : null;
}
