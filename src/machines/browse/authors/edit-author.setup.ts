import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate';
import type { AppError } from '../../../schemas/app-error.ts';
import type { Author, AuthorDetail } from '../../../schemas/api/author.ts';
import { deleteAuthor, getAuthor, matchAuthor, removeAuthorImage } from '../../../services/endpoints/authors.ts';
import { callEndpoint } from '../../kit/ports.ts';
import { named } from '../../kit/system.ts';
import type { ToastKind } from '../../kit/toasts.protocol.ts';
import { failedBy, keepError, type Failure } from '../../kit/failure.logic.ts';
import type { FormReport } from '../../kit/form.machine.ts';
import { dangerQuestion, isAccepted } from '../../kit/messages.ts';
import { failedToast, toast } from '../../kit/toast.ts';
import { resource, type ResourceReport } from '../../kit/resource.machine.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { EditAuthorInput, EditAuthorOutput } from '../../app/modals/modal-inputs.protocol.ts';
import {
  afterMatch,
  authorForm,
  imageForm,
  isImageUrl,
  matchOf,
  type AuthorSaved,
  type AuthorValues,
  type ImageValues,
  valuesOf,
} from './edit-author.logic.ts';

export type EditAuthorEvent =
  | { type: 'editAuthor.retry' }
  /** Fills in the provider's data. `provider`: that of the library. */
  | { type: 'editAuthor.match'; provider: string }
  | { type: 'editAuthor.setImage' }
  | { type: 'editAuthor.remove'; what: Removed }
  | { type: 'editAuthor.close' }
  | ResourceReport<'author', typeof getAuthor>
  | FormReport<'fields', AuthorValues, AuthorSaved>
  | FormReport<'image', ImageValues, Author>
  | ModalClosed;

export type Removed = 'author' | 'image';

type Subject = Removed | 'merge';

const QUESTIONS: { readonly [What in Subject]: { readonly message: string; readonly confirm: string } } = {
  author: { message: 'authors.confirmRemove', confirm: 'authors.removeShort' },
  image: { message: 'authors.confirmRemoveImage', confirm: 'authors.removeImage' },
  merge: { message: 'authors.confirmMerge', confirm: 'authors.merge' },
};

interface EditAuthorContext extends EditAuthorInput {
  author: AuthorDetail | null;
  provider: string;
  subject: Subject;
  kind: EditAuthorOutput['kind'];
  fields: ActorRefFrom<typeof authorForm> | null;
  image: ActorRefFrom<typeof imageForm> | null;
  error: AppError | null;
}

const typedName = ({ fields }: EditAuthorContext): string => fields?.getSnapshot().context.values.name.trim() ?? '';

const TOAST = 'author';

export const editAuthorSetup = setup({
  types: {
    input: {} as EditAuthorInput,
    context: {} as EditAuthorContext,
    events: {} as EditAuthorEvent,
    output: {} as EditAuthorOutput,
    tags: {} as 'busy' | 'failed',
    children: {} as {
      author: 'author';
      fields: 'fields';
      image: 'image';
      match: 'match';
      removeAuthor: 'removeAuthor';
      removeImage: 'removeImage';
    },
  },
  actors: {
    author: resource('author', getAuthor),
    fields: authorForm,
    image: imageForm,
    match: callEndpoint(matchAuthor),
    removeAuthor: callEndpoint(deleteAuthor),
    removeImage: callEndpoint(removeAuthorImage),
  },
  guards: {
    isMerged: (_, { answer }: { answer: AuthorSaved }) => answer.kind === 'merged',
    isUpdated: (_, { answer }: { answer: AuthorSaved }) => answer.kind === 'updated',
    isTaken: (_, { answer }: { answer: AuthorSaved }) => answer.kind === 'taken',
    isUnknown: (_, params: Failure) => failedBy(params, 'notFound'),
    isAccepted: (_, closed: ModalClosed) => isAccepted(closed),
    canMatch: ({ context: { fields } }, { provider }: { provider: string }) =>
      fields !== null && matchOf(fields.getSnapshot().context.values, provider) !== null,
    isAbout: ({ context }, { what }: { what: Subject }) => context.subject === what,
  },
  actions: {
    keep: assign(({ context, spawn }, { data }: { data: AuthorDetail }) => ({
      author: data,
      fields: spawn('fields', { id: 'fields', input: { values: valuesOf(data) } }),
      image: spawn('image', { id: 'image', input: { values: { id: context.authorId, url: '' } } }),
      error: null,
    })),
    rememberFailure: assign(keepError),
    retry: sendTo('author', { type: 'resource.retry' }),
    rememberProvider: assign((_, { provider }: { provider: string }) => ({ provider })),
    rememberQuestion: assign((_, { what }: { what: Subject }) => ({ subject: what })),
    rememberMerged: assign((_, { answer }: { answer: AuthorSaved }) =>
      answer.kind === 'merged' ? { kind: 'merged' as const, authorId: answer.author.id } : {},
    ),
    rememberUpdated: assign({ kind: 'updated' }),
    rememberRemoved: assign({ kind: 'removed' }),
    /** The author changed on the server: becomes the base that the form compares with. */
    takeAuthor: enqueueActions(({ context, enqueue }, { author }: { author: Author }) => {
      enqueue.assign({ author: context.author && { ...context.author, ...author }, kind: 'updated' });
      enqueue.sendTo('fields', { type: 'form.change', field: 'author', value: author });
    }),
    takeMatch: enqueueActions(({ context: { fields }, enqueue }, { author }: { author: Author }) => {
      if (!fields) return;
      const { name, asin, description } = afterMatch(fields.getSnapshot().context.values, author);
      enqueue.sendTo('fields', { type: 'form.change', field: 'name', value: name });
      enqueue.sendTo('fields', { type: 'form.change', field: 'asin', value: asin });
      enqueue.sendTo('fields', { type: 'form.change', field: 'description', value: description });
    }),
    setImage: enqueueActions(({ context: { image }, enqueue }) => {
      const url = image?.getSnapshot().context.values.url ?? '';
      if (!isImageUrl(url)) enqueue.sendTo(named('toasts'), toast('error', TOAST, 'authors.invalidImageUrl'));
      enqueue.sendTo('image', { type: 'form.submit' });
    }),
    clearImageUrl: sendTo('image', { type: 'form.change', field: 'url', value: '' }),
    notify: sendTo(named('toasts'), (_, { kind, key }: { kind: ToastKind; key: string }) => toast(kind, TOAST, key)),
    notifyMatched: sendTo(
      named('toasts'),
      (_, { author, updated }: { author: Author; updated?: boolean | undefined }) => {
        if (!updated) return toast('info', TOAST, 'authors.noUpdates');
        return toast('success', TOAST, author.imagePath === null ? 'authors.updatedWithoutImage' : 'authors.updated');
      },
    ),
    notifyFailure: sendTo(named('toasts'), (_, { key, cause }: Failure & { key: string }) =>
      failedToast(TOAST, key, cause),
    ),
    ask: sendTo(named('modals'), ({ context, self }) => {
      const { subject, author } = context;
      const { message, confirm } = QUESTIONS[subject];
      const values = {
        name: author?.name ?? '',
        to: typedName(context),
        count: author?.libraryItems?.items.length ?? 0,
      };
      return dangerQuestion(subject, { key: message, values }, { key: confirm }, self);
    }),
    merge: enqueueActions(({ context, enqueue }) => {
      enqueue.sendTo('fields', { type: 'form.change', field: 'agreedMerge', value: typedName(context) });
      enqueue.sendTo('fields', { type: 'form.submit' });
    }),
  },
});

export function matchInput({ authorId, provider, fields }: EditAuthorContext) {
  return { id: authorId, ...(fields ? matchOf(fields.getSnapshot().context.values, provider) : null) };
}
