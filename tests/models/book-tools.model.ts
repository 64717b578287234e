import { bookToolsMachine } from '../../src/machines/edit/book-tools/book-tools.machine.ts';
import { activeTool, isActive } from '../../src/machines/edit/book-tools/work.logic.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { wholePodcast } from '../support/episode-fixtures.ts';
import { bookBody, questionClosed, reducedBook, wholeBook } from '../support/item-fixtures.ts';
import { defineModel } from '../support/rig.ts';
import { taskOf } from '../support/task-fixtures.ts';

const { id } = bookBody;
const missing = new AppException({ kind: 'notFound', message: '' });
const slow = new AppException({ kind: 'timeout' });
const data = { libraryItemId: id };
const embed = taskOf({ id: 'e', action: 'embed-metadata', data });
const encode = taskOf({ id: 'm', action: 'encode-m4b', data });
const failed = { isFinished: true, isFailed: true };
const ino = wholeBook.mediaType === 'book' ? (wholeBook.media.audioFiles.items[0]?.ino ?? '') : '';
const track = { libraryItemId: id, ino, progress: 50 };
const listOf = (...tasks: readonly (typeof embed)[]) => ({ tasks: { items: [...tasks], dropped: [] } });
const route = (tool: 'embed' | 'm4b') => ({ name: 'manage', id, tool }) as const;

export const bookToolsModel = defineModel({
  name: 'book tools',
  machine: bookToolsMachine,
  starts: [{ input: { route: route('m4b'), entryKey: 'k', memory: null } }],
  named: { modals: null, router: null },
  events: [
    { type: 'page.retry' },
    { type: 'bookTools.retryTags' },
    { type: 'bookTools.retryTasks' },
    { type: 'bookTools.chooseTool', tool: 'm4b' },
    { type: 'bookTools.keepBackup', isOn: false },
    { type: 'bookTools.chooseTyped', isOn: true },
    { type: 'bookTools.chooseTyped', isOn: false },
    { type: 'bookTools.choose', field: 'channels', value: '2' },
    ({ context }) => (context.isTyped ? ({ type: 'bookTools.typeIn', field: 'codec', value: 'a b' } as const) : null),
    { type: 'bookTools.togglePaths' },
    { type: 'bookTools.toggle', part: 'tags' },
    { type: 'bookTools.run' },
    { type: 'bookTools.cancel' },
    questionClosed(true),
    questionClosed(false),
    { type: 'page.refresh', again: true },
    { type: 'page.moved', route: route('embed'), entryKey: 'k' },
    { type: 'item.loaded', data: wholeBook },
    { type: 'item.loaded', data: wholePodcast },
    { type: 'item.failed', cause: missing },
    { type: 'item.failed', cause: slow },
    { type: 'tags.loaded', data: { title: 'Alice' } },
    { type: 'tags.failed', cause: slow },
    { type: 'tasks.loaded', data: listOf() },
    { type: 'tasks.loaded', data: listOf(encode) },
    { type: 'tasks.loaded', data: { ...listOf(), queuedTaskData: { embedMetadata: [{ libraryItemId: id }] } } },
    { type: 'tasks.failed', cause: slow },
    { type: 'server.item.updated', item: reducedBook },
    { type: 'server.items.updated', items: { items: [reducedBook], dropped: [] } },
    { type: 'server.item.removed', item: { id } },
    { type: 'server.task.started', task: embed },
    { type: 'server.task.started', task: encode },
    { type: 'server.task.finished', task: { ...embed, isFinished: true } },
    { type: 'server.task.finished', task: { ...encode, ...failed, errorKey: 'MessageTaskCanceledByUser' } },
    { type: 'server.task.progressed', progress: { libraryItemId: id, progress: 9 } },
    { type: 'server.track.started', track },
    { type: 'server.track.progressed', track },
    { type: 'server.track.finished', track },
    { type: 'server.embedQueue.updated', entry: { libraryItemId: id, queued: true } },
    { type: 'server.embedQueue.updated', entry: { libraryItemId: id, queued: false } },
  ],
  ignored: [
    { type: 'server.item.removed', item: { id: 'another' } },
    { type: 'server.task.progressed', progress: { libraryItemId: 'another', progress: 9 } },
    { type: 'server.task.started', task: { ...embed, data: { libraryItemId: 'another' } } },
    { type: 'server.task.finished', task: { ...embed, action: 'scan-item' } },
  ],
  outputs: { startEmbed: ['OK'], startEncode: ['OK'], cancelEncode: ['OK'] },
  failures: { startEmbed: [slow], startEncode: [slow], cancelEncode: [slow] },
  project: ({ context }) => [
    context.tool,
    context.works.embed.phase,
    context.works.m4b.phase,
    context.isTyped,
    context.typed.codec,
    context.isHeard,
  ],
  /** An ended tool starts like a new one, and two tools at once are no more than each alone. */
  stopWhen: ({ context: { works, typed } }) =>
    [works.embed, works.m4b].some((work) => work.phase !== 'idle' && !isActive(work)) ||
    (isActive(works.embed) && isActive(works.m4b)) ||
    (typed.codec !== '' && activeTool(works) !== null),
  invariants: {
    'no encode is started with values that were typed wrong': (state) =>
      !state.matches({ ready: 'startingEncode' }) || !state.context.isTyped || state.context.typed.codec !== 'a b',
    'files are written only after a person has agreed': (state, { happened }) =>
      !state.matches({ ready: 'startingEmbed' }) || happened.some(isAgreement),
    'an encode is canceled only after a person has agreed': (state, { happened }) =>
      !state.matches({ ready: 'canceling' }) || happened.some(isAgreement),
    'nothing is canceled that was not seen at work': (state, { happened }) =>
      !state.matches({ ready: 'canceling' }) ||
      happened.some(({ type }) => type === 'server.task.started' || type === 'tasks.loaded'),
    'a running tool was reported by its event': ({ context }, { happened }) =>
      happened.at(-1)?.type !== 'server.task.started' || activeTool(context.works) !== null,
    'a percentage lies between 0 and 100': ({ context }) =>
      Object.values(context.marks).every((mark) => typeof mark === 'string' || (mark >= 0 && mark <= 100)),
  },
});

function isAgreement(event: { readonly type: string; readonly output?: unknown }): boolean {
  const output = event.type === 'modal.closed' && 'output' in event ? event.output : null;
  return typeof output === 'object' && output !== null && 'accepted' in output && output.accepted === true;
}
