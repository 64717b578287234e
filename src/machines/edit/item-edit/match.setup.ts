import { assign, sendParent, sendTo, setup, fromPromise } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { KeptMatch } from '../../../schemas/drafts.ts';
import type { Body } from '../../../schemas/requests/index.ts';
import { updateItem } from '../../../services/endpoints/item-editing.ts';
import { getPorts, type System } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastsEvent } from '../../kit/toasts.protocol.ts';
import { keepError } from '../../kit/failure.logic.ts';
import {
  changedProviders,
  findProviders,
  stillListed,
  type ProviderChange,
  type Providers,
  type Provider,
} from '../quick-match/find-providers.actor.ts';
import { searchTerms, titleFor } from './cover.logic.ts';
import type { TabInput, SearchNews, TabNews, TabParentEvent } from './item-edit.protocol.ts';
import type { MatchResult } from './match-result.logic.ts';
import { matchSearch, type MatchSearchInput } from './match-search.actor.ts';
import {
  currentValue,
  draftOf,
  fieldsOf,
  keptDraft,
  MATCH_PROVIDER,
  MATCH_USAGE,
  matchChanges,
  undoOf,
  withAll,
  withEmptyOnly,
  type MatchDraft,
  type MatchField,
  type MatchValue,
} from './match.logic.ts';
import { toast } from '../../kit/toast.ts';

interface MatchSaving {
  readonly id: string;
  readonly change: Body<'items.update'>;
  readonly hasCover: boolean;
}

/** The replaced cover; `none`: there was none. Undefined: the save has no cover, or the old one was unreadable. */
type FormerCover = Blob | 'none' | undefined;

/** Saves a match. Keeps the replaced cover for undo, as the server does not. */
const saveMatch = fromPromise<FormerCover, MatchSaving>(async ({ input, system, signal }) => {
  const { api, files } = getPorts(system);
  const { id, change, hasCover } = input;
  const former = change.url === undefined ? undefined : hasCover ? await readCover() : 'none';
  await api.call(updateItem, { id, change }, signal);
  return former;

  function readCover() {
    return files.fetchCover(id, signal).catch(() => undefined);
  }
});

type MatchEvent =
  | TabNews
  | SearchNews
  | { type: 'match.retry' }
  | { type: 'match.type'; field: 'title' | 'author'; text: string }
  | { type: 'match.setProvider'; provider: string }
  | { type: 'match.search' }
  | { type: 'match.choose'; index: number }
  | { type: 'match.change'; field: MatchField; value: MatchValue }
  | { type: 'match.toggle'; field: MatchField }
  | { type: 'match.selectAll'; isOn: boolean }
  | { type: 'match.selectEmpty' }
  /** Resets the field to the item's value. */
  | { type: 'match.restore'; field: MatchField }
  | { type: 'match.back' }
  /** Reviews the changes before saving. */
  | { type: 'match.check' }
  | { type: 'match.send' };

interface MatchContext {
  readonly item: LibraryItemExpanded;
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly title: string;
  readonly author: string;
  readonly results: readonly MatchResult[] | null;
  readonly chosen: MatchResult | null;
  readonly draft: MatchDraft;
  readonly kept: KeptMatch | null;
  readonly isRestored: boolean;
  readonly error: AppError | null;
}

interface MatchInput extends TabInput {
  readonly kept: KeptMatch | null;
}

const NO_DRAFT: MatchDraft = { values: {}, ticks: {} };

export function matchContext({ item, kept }: MatchInput): MatchContext {
  return {
    ...searchTerms(item),
    item,
    providers: [],
    provider: '',
    results: null,
    chosen: null,
    draft: NO_DRAFT,
    kept,
    isRestored: false,
    error: null,
  };
}

export function searchInput({ item, provider, title, author }: MatchContext): MatchSearchInput {
  const { id: itemId, mediaType } = item;
  return { itemId, mediaType, provider, title: title.trim(), author: author.trim() };
}

export const hasMatchChanges = ({ item, draft }: Pick<MatchContext, 'item' | 'draft'>): boolean =>
  Object.keys(matchChanges(item, draft)).length > 0;

function takenToast({ item, draft }: MatchContext, cover: FormerCover): ToastsEvent {
  const change = undoOf(item, draft);
  const title = item.media.metadata.title ?? '';
  return toast('success', 'itemEdit', 'itemEdit.updated', {
    values: { title },
    ...(change !== null || cover !== undefined
      ? {
          action: {
            label: { key: 'toasts.undo' },
            to: 'itemRestorer',
            event: { type: 'itemRestorer.restore', id: item.id, change, ...(cover === undefined ? {} : { cover }) },
          },
        }
      : {}),
  });
}

export const matchSetup = setup({
  types: {
    input: {} as MatchInput,
    context: {} as MatchContext,
    events: {} as MatchEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as { findProviders: 'findProviders'; matchSearch: 'matchSearch'; saveMatch: 'saveMatch' },
  },
  actors: { findProviders, matchSearch, saveMatch },
  guards: {
    isKnown: ({ context }, { provider }: { provider: string }) =>
      context.providers.some(({ value }) => value === provider),
    hasTitle: ({ context }) => context.title.trim() !== '',
    hasResult: ({ context }, { index }: { index: number }) => context.results?.[index] !== undefined,
    isKept: ({ context }) => context.kept !== null,
    hasProviders: ({ context }) => context.providers.length > 0,
    hasChanges: ({ context }) => hasMatchChanges(context),
  },
  actions: {
    takeProviders: assign(
      ({ context, system }: { context: MatchContext; system: System }, { list, chosen }: Providers) => {
        const last = getPorts(system).storage.read(MATCH_PROVIDER);
        const known = (value: string | null) => list.find((one) => one.value === value)?.value;
        const provider = known(last) ?? known(chosen) ?? list[0]?.value ?? '';
        return { providers: list, provider, title: titleFor(context.item, provider) };
      },
    ),
    changeProviders: assign(({ context: { item, providers: known, provider: last } }, change: ProviderChange) => {
      const providers = changedProviders(known, item.mediaType, change);
      return { providers, provider: stillListed(providers, last) };
    }),
    /** The search text follows the service unless edited. Results of another service are dropped. */
    chooseProvider: assign(({ context: { item, provider: last, title } }, { provider }: { provider: string }) => ({
      provider,
      title: title === titleFor(item, last) ? titleFor(item, provider) : title,
      results: null,
      error: null,
    })),
    rememberProvider: ({ system }, { provider }: { provider: string }) =>
      void getPorts(system).storage.write(MATCH_PROVIDER, provider),
    keepResults: assign((_, { results }: { results: readonly MatchResult[] }) => ({ results, error: null })),
    rememberFailure: assign(keepError),
    clearError: assign({ error: null }),
    choose: assign(({ context, system }: { context: MatchContext; system: System }, { index }: { index: number }) => {
      const chosen = context.results?.[index] ?? null;
      const usage = getPorts(system).storage.read(MATCH_USAGE) ?? {};
      return { chosen, draft: chosen ? draftOf(context.item, chosen, usage) : NO_DRAFT };
    }),
    forgetChosen: assign({ chosen: null, draft: NO_DRAFT, isRestored: false, error: null }),
    takeKept: assign(({ context: { kept } }) =>
      kept ? { chosen: kept.chosen, draft: keptDraft(kept), kept: null, isRestored: true } : {},
    ),
    change: assign(({ context: { draft } }, { field, value }: { field: MatchField; value: MatchValue }) => ({
      draft: { values: { ...draft.values, [field]: value }, ticks: { ...draft.ticks, [field]: true } },
    })),
    restore: assign(({ context: { draft, item } }, { field }: { field: MatchField }) => ({
      draft: { ...draft, values: { ...draft.values, [field]: currentValue(item, field) } },
    })),
    toggle: assign(({ context: { draft } }, { field }: { field: MatchField }) => ({
      draft: { ...draft, ticks: { ...draft.ticks, [field]: !draft.ticks[field] } },
    })),
    selectAll: assign(({ context: { draft } }, { isOn }: { isOn: boolean }) => ({ draft: withAll(draft, isOn) })),
    selectEmpty: assign(({ context: { draft, item } }) => ({ draft: withEmptyOnly(item, draft) })),
    rememberUsage: ({ context: { draft }, system }) => {
      const { storage } = getPorts(system);
      const ticks = fieldsOf(draft).map((field) => [field, draft.ticks[field] ?? false] as const);
      void storage.write(MATCH_USAGE, { ...storage.read(MATCH_USAGE), ...Object.fromEntries(ticks) });
    },
    notifyTaken: sendTo(named('toasts'), ({ context }, { output }: { output: FormerCover }) =>
      takenToast(context, output),
    ),
    notifyChanged: sendParent({ type: 'tab.changedItem' } satisfies TabParentEvent),
    leave: sendParent({ type: 'tab.finished' } satisfies TabParentEvent),
  },
});
