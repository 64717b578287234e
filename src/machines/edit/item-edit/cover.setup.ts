import { assign, sendParent, sendTo, setup, fromCallback } from 'xstate';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import type { AppError } from '../../../schemas/app-error.ts';
import type { KeptCover } from '../../../schemas/drafts.ts';
import { removeCover } from '../../../services/endpoints/item-editing.ts';
import { searchCovers } from '../../../services/endpoints/provider-search.ts';
import { callEndpoint, getPorts, type System } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import { keepError } from '../../kit/failure.logic.ts';
import type { ModalClosed, ModalsEvent } from '../../app/modals/modals.protocol.ts';
import {
  changedProviders,
  findProviders,
  stillListed,
  type ProviderChange,
  type Providers,
  type Provider,
} from '../quick-match/find-providers.actor.ts';
import {
  candidatePicture,
  keptCandidate,
  sendCandidate,
  type CandidateInput,
  type CandidateReport,
  type Preview,
  type SendReport,
} from './cover-candidate.actor.ts';
import {
  addressOf,
  requestedProviders,
  COVER_PROVIDER,
  coverProviders,
  fileProblem,
  searchTerms,
  type Candidate,
  type CoverProblem,
} from './cover.logic.ts';
import type { TabInput, SearchNews, TabNews, TabParentEvent } from './item-edit.protocol.ts';

interface CoverSearchInput {
  readonly providers: readonly string[];
  readonly title: string;
  readonly author: string;
  readonly isPodcast: boolean;
}

type CoverSearchReport =
  | { type: 'cover.found'; urls: readonly string[] }
  /** `unanswered`: services without an answer. */
  | { type: 'cover.searched'; unanswered: number; requested: number };

/** Parallel requests: a service takes up to 20 s. */
const AT_ONCE = 3;

/** Searches for covers and reports each as it comes. */
const coverSearch = fromCallback<{ type: 'none' }, CoverSearchInput>(({ input, sendBack, system }) => {
  const { providers, title, author, isPodcast } = input;
  const controller = new AbortController();
  const { signal } = controller;
  const left = [...providers];
  let unanswered = 0;
  const searchNextProvider = async (): Promise<void> => {
    const provider = left.shift();
    if (provider === undefined || signal.aborted) return;
    const query = isPodcast ? { title, podcast: true } : { title, author, provider };
    try {
      const { results } = await getPorts(system).api.call(searchCovers, query, signal);
      if (!signal.aborted) sendBack({ type: 'cover.found', urls: results } satisfies CoverSearchReport);
    } catch {
      unanswered += 1;
    }
    await searchNextProvider();
  };
  void Promise.all(Array.from({ length: AT_ONCE }, searchNextProvider)).then(() => {
    if (!signal.aborted)
      sendBack({ type: 'cover.searched', unanswered, requested: providers.length } satisfies CoverSearchReport);
  });
  return () => controller.abort();
});

type CoverField = 'title' | 'author' | 'address';

type CoverEvent =
  | TabNews
  | SearchNews
  | { type: 'cover.type'; field: CoverField; text: string }
  | { type: 'cover.setProvider'; provider: string }
  | { type: 'cover.search' }
  | { type: 'cover.stop' }
  | { type: 'cover.retry' }
  | { type: 'cover.pick'; file: File }
  | { type: 'cover.takeAddress' }
  | { type: 'cover.choose'; candidate: Candidate }
  | { type: 'cover.deselect' }
  | { type: 'cover.send' }
  | { type: 'cover.remove' }
  | CoverSearchReport
  | CandidateReport
  | SendReport
  | ModalClosed<'confirm'>;

interface CoverInput extends TabInput {
  readonly kept: KeptCover | null;
}

interface CoverContext {
  readonly item: LibraryItemExpanded;
  readonly kept: KeptCover | null;
  readonly isRestored: boolean;
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly title: string;
  readonly author: string;
  readonly address: string;
  readonly found: readonly string[] | null;
  readonly silent: { readonly unanswered: number; readonly requested: number };
  readonly candidate: Candidate | null;
  readonly preview: Preview | null;
  /** 0..1; null while nothing is sent. */
  readonly share: number | null;
  readonly isHeld: boolean;
  readonly problem: CoverProblem | null;
  readonly error: AppError | null;
}

export function coverContext({ item, kept }: CoverInput): CoverContext {
  return {
    ...searchTerms(item),
    item,
    kept,
    isRestored: false,
    providers: [],
    provider: '',
    address: '',
    found: null,
    silent: { unanswered: 0, requested: 0 },
    candidate: null,
    preview: null,
    share: null,
    isHeld: false,
    problem: null,
    error: null,
  };
}

const NOTHING_CHOSEN = { candidate: null, preview: null, share: null, isRestored: false };

export function searchInput({ provider, providers, title, author, item }: CoverContext): CoverSearchInput {
  const isPodcast = item.mediaType === 'podcast';
  return { providers: requestedProviders(provider, providers), title: title.trim(), author: author.trim(), isPodcast };
}

export function candidateInput({ item, candidate }: CoverContext): CandidateInput {
  if (!candidate) throw new Error('Nothing is chosen');
  return { itemId: item.id, candidate };
}

export const coverSetup = setup({
  types: {
    input: {} as CoverInput,
    context: {} as CoverContext,
    events: {} as CoverEvent,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      findProviders: 'findProviders';
      coverSearch: 'coverSearch';
      keptCandidate: 'keptCandidate';
      candidatePicture: 'candidatePicture';
      sendCandidate: 'sendCandidate';
      removeCover: 'removeCover';
    },
  },
  actors: {
    findProviders,
    coverSearch,
    keptCandidate,
    candidatePicture,
    sendCandidate,
    removeCover: callEndpoint(removeCover),
  },
  guards: {
    isKnown: ({ context }, { provider }: { provider: string }) =>
      context.providers.some(({ value }) => value === provider),
    hasTitle: ({ context }) => context.title.trim() !== '' && context.provider !== '',
    isKept: ({ context }) => context.kept !== null,
    wasFound: (_, { output }: { output: Candidate | null }) => output !== null,
    isFree: ({ context }) => !context.isHeld,
    isPicture: ({ context }, { file }: { file: File }) => !context.isHeld && fileProblem(file) === null,
    isAddress: ({ context }) => !context.isHeld && addressOf(context.address) !== null,
    hasCover: ({ context }) => context.item.media.coverPath !== null,
    isAccepted: (_, { output }: ModalClosed<'confirm'>) => output?.accepted === true,
  },
  actions: {
    takeProviders: assign(({ context, system }: { context: CoverContext; system: System }, { list }: Providers) => {
      const providers = coverProviders(context.item.mediaType, list);
      const last = getPorts(system).storage.read(COVER_PROVIDER);
      return { providers, provider: stillListed(providers, last ?? '') };
    }),
    changeProviders: assign(({ context: { item, providers: known, provider: last } }, change: ProviderChange) => {
      const providers = changedProviders(known, item.mediaType, change);
      return { providers, provider: stillListed(providers, last) };
    }),
    rememberProvider: ({ system }, { provider }: { provider: string }) =>
      void getPorts(system).storage.write(COVER_PROVIDER, provider),
    addFound: assign(({ context }, { urls }: { urls: readonly string[] }) => ({
      found: [...new Set([...(context.found ?? []), ...urls.filter((url) => addressOf(url) !== null)])],
    })),
    keepSilent: assign((_, { unanswered, requested }: { unanswered: number; requested: number }) => ({
      silent: { unanswered, requested },
    })),
    choose: assign((_, { candidate }: { candidate: Candidate }) => ({
      ...NOTHING_CHOSEN,
      candidate,
      problem: null,
      error: null,
    })),
    forgetKept: assign({ kept: null }),
    chooseFile: assign((_, { file }: { file: File }) => ({
      ...NOTHING_CHOSEN,
      candidate: { kind: 'file' as const, file },
      problem: null,
      error: null,
    })),
    chooseAddress: assign(({ context }) => ({
      ...NOTHING_CHOSEN,
      candidate: { kind: 'address' as const, url: addressOf(context.address) ?? '' },
      problem: null,
      error: null,
    })),
    note: assign((_, { problem }: { problem: CoverProblem }) => ({ problem })),
    refuse: assign((_, { problem }: { problem: CoverProblem }) => ({ ...NOTHING_CHOSEN, problem })),
    deselect: assign(NOTHING_CHOSEN),
    show: assign((_, { preview }: { preview: Preview }) => ({ preview })),
    hold: assign({ isHeld: true }),
    letGo: assign({ isHeld: false }),
    rememberFailure: assign(keepError),
    notifyChanged: sendParent({ type: 'tab.changedItem' } satisfies TabParentEvent),
    ask: sendTo(named('modals'), ({ context, self }): ModalsEvent => ({
      type: 'modals.open',
      modal: 'confirm',
      input: {
        type: 'yesNo',
        tone: 'danger',
        message: { key: 'itemEdit.confirmRemoveCover', values: { title: context.item.media.metadata.title ?? '' } },
        confirmLabel: { key: 'itemEdit.removeCover' },
      },
      tag: 'removeCover',
      replyTo: self,
    })),
  },
});
