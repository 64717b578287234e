import { hasKey } from '../../schemas/keys.ts';
import type { $ZodType } from 'zod/v4/core';
import { bookmark } from '../../schemas/api/progress.ts';
import { changeBody, progressEdit } from '../../schemas/pending-change.ts';
import { jumpReason } from '../../schemas/player-memory.ts';
import { preferences, type Preferences } from '../../schemas/preferences.ts';
import { queueItem } from '../../schemas/queue.ts';
import { schemaOfServerEvent } from '../../schemas/socket/server-events.ts';
import { z } from '../../schemas/zod.ts';
import type { Receiver, SystemActors } from '../kit/system.ts';
import type { ToastAction } from '../kit/toasts.protocol.ts';
import type { Message } from '../kit/message.ts';

/** Payloads that are not described, or too large for fields. */
const ANY = 'any';

type Report = { readonly type: string };
type PayloadOf<Event extends Report, Type> = Omit<Extract<Event, { type: Type }>, 'type'>;
/** Without events of the server, XState and children. */
type Listed<Event extends Report> = Exclude<Event['type'], `${'server' | 'xstate'}.${string}`>;
type Payloads<Event extends Report> = {
  readonly [Type in Listed<Event>]: [keyof PayloadOf<Event, Type>] extends [never]
    ? null
    : $ZodType<PayloadOf<Event, Type>> | typeof ANY;
};

const text = z.string().check(z.minLength(1));
const seconds = z.number().check(z.gte(0));
const mediaRef = z.object({ libraryItemId: text, episodeId: z.nullable(z.string()) });
const preview = z.object({
  title: z.string(),
  author: z.string(),
  podcast: z.exactOptional(z.string()),
  coverUpdatedAt: z.nullable(z.number()),
  duration: seconds,
});
const playTarget = {
  libraryItemId: text,
  episodeId: z.exactOptional(z.nullable(z.string())),
  startTime: z.exactOptional(seconds),
  preview: z.exactOptional(preview),
  isJump: z.exactOptional(z.literal(true)),
  isSilent: z.exactOptional(z.literal(true)),
};
const ebook = z.object({ libraryItemId: text, title: z.string(), format: z.string(), device: text });
const sessionId = z.object({ sessionId: text });
const preferencesChange = z.custom<Partial<Preferences>>((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([key, member]) => {
    const field = hasKey(preferences.shape, key) ? preferences.shape[key] : undefined;
    return field !== undefined && z.safeParse(field, member).success;
  });
});

/** Payloads of actors with a system id. The types require exactly one row per event. */
const PAYLOADS: { readonly [Name in Receiver]: Payloads<SystemActors[Name]['event']> } = {
  auth: {
    'auth.accept': ANY,
    'auth.adopt': z.object({ accessToken: text }),
    'auth.identified': z.object({ userId: text }),
    'auth.replaced': z.object({ accessToken: text }),
    'auth.signOut': null,
    'auth.settled': null,
    'token.request': ANY,
    'auth.storedSessionChanged': ANY,
  },
  background: { 'uploads.open': ANY },
  itemRestorer: {
    'itemRestorer.restore': ANY,
    'itemRestorer.restoreEpisode': ANY,
    'itemRestorer.restoreName': ANY,
  },
  ebookSender: { 'ebook.send': z.object({ ebook }), 'ebook.retry': z.object({ ebook }) },
  ledger: {
    'ledger.open': ANY,
    'ledger.note': z.extend(sessionId, { seconds, time: seconds }),
    'ledger.save': z.extend(sessionId, { isLast: z.boolean() }),
    'ledger.adopt': z.extend(sessionId, { time: seconds }),
    'ledger.abandon': sessionId,
    'ledger.suspend': sessionId,
    'ledger.end': sessionId,
    'ledger.settle': null,
  },
  locale: { 'locale.serverFound': z.object({ language: text }) },
  mediaLists: { 'mediaLists.change': ANY, 'change.settled': ANY },
  pendingChanges: { 'pendingChanges.add': z.object({ body: changeBody }), 'pendingChanges.retry': ANY },
  menus: {
    'menus.open': z.object({ id: text }),
    'menus.close': z.object({ id: text }),
    'menus.entered': z.object({ id: text }),
    'menus.left': z.object({ id: text }),
    'menus.closeAll': null,
    'back.pressed': null,
  },
  modals: { 'modals.open': ANY, 'modals.prefetch': ANY, 'modals.closeAll': null },
  player: {
    'player.play': z.object({ ...playTarget, isAutomatic: z.exactOptional(z.literal(true)) }),
    'player.playOrPause': z.object(playTarget),
    'player.restore': z.object({ media: mediaRef, preview, startTime: z.nullable(seconds) }),
    'player.describe': ANY,
    'player.prefetch': null,
    'player.toggle': null,
    'player.resume': null,
    'player.pause': null,
    'player.seek': z.object({ time: seconds, reason: z.exactOptional(jumpReason) }),
    'player.undoJump': null,
    'player.seekBy': z.object({ seconds: z.number() }),
    'player.jumpForward': null,
    'player.jumpBackward': null,
    'player.seekToPreviousChapter': null,
    'player.seekToNextChapter': null,
    'player.setRate': z.object({ rate: z.number().check(z.gte(0.5), z.lte(10)) }),
    'player.raiseRate': null,
    'player.lowerRate': null,
    'player.setVolume': z.object({ volume: z.number().check(z.gte(0), z.lte(1)) }),
    'player.raiseVolume': null,
    'player.lowerVolume': null,
    'player.toggleMute': null,
    'player.extendSleepTimer': null,
    'player.openChapters': null,
    'player.openBookmarks': null,
    'player.addBookmark': null,
    'player.noteBookmark': z.object({ bookmark }),
    'player.openQueue': null,
    'player.expand': null,
    'player.toggleFullScreen': null,
    'player.collapse': null,
    'player.escape': null,
    'player.retry': z.object({ isSilent: z.exactOptional(z.literal(true)) }),
    'player.shutDown': null,
    'player.followProgress': z.object({ media: mediaRef, time: z.nullable(seconds) }),
    'player.moveToReceiver': null,
    'player.moveHere': z.object({ isPaused: z.boolean() }),
    'player.close': null,
    'player.closePressed': null,
  },
  preferences: {
    'preferences.set': z.object({ change: preferencesChange }),
  },
  progress: {
    'change.settled': ANY,
    'changes.found': ANY,
    'progress.edit': z.object({ media: mediaRef, edit: progressEdit, title: z.exactOptional(z.string()) }),
    'progress.editMany': ANY,
    'progress.hideSeries': z.object({ seriesId: text, title: z.string() }),
    'progress.showSeries': z.object({ seriesId: text }),
    'progress.recorded': z.object({
      media: mediaRef,
      libraryId: z.string(),
      currentTime: seconds,
      duration: seconds,
      hasEnded: z.boolean(),
    }),
  },
  queue: {
    'queue.add': z.object({ items: z.array(queueItem), place: z.enum(['next', 'last']) }),
    'queue.play': z.object({ media: mediaRef }),
    'queue.playNext': null,
    'queue.move': z.object({ media: mediaRef, index: z.number().check(z.gte(0)) }),
    'queue.remove': z.object({ media: z.array(mediaRef), isUndo: z.exactOptional(z.literal(true)) }),
    'queue.clear': null,
    'queue.restore': z.object({ items: z.array(queueItem), index: z.number().check(z.gte(0)) }),
    'queue.setAutoplay': z.object({ isOn: z.boolean() }),
    'queue.close': null,
  },
  router: {
    'router.go': z.object({ to: text, replace: z.exactOptional(z.boolean()) }),
    'router.goBack': ANY,
    'router.leave': z.object({ url: z.string().check(z.refine((url) => URL.canParse(url))) }),
    'router.reload': null,
    'route.changed': ANY,
  },
  selection: {
    'selection.toggle': ANY,
    'selection.extend': ANY,
    'selection.clear': null,
    'selection.showMatches': null,
    'selection.run': ANY,
  },
  socket: { 'socket.retry': null, 'socket.refresh': z.object({ lostAt: z.number() }) },
  toasts: {
    'toasts.show': z.object({
      kind: z.enum(['info', 'success', 'warning', 'error']),
      message: z.custom<Message>(
        (value) => typeof value === 'object' && value !== null && ('text' in value || 'key' in value),
      ),
      id: z.exactOptional(z.string()),
      durationMs: z.exactOptional(z.nullable(z.number().check(z.gte(0)))),
      action: z.exactOptional(z.custom<ToastAction>()),
    }),
    'toasts.dismiss': z.object({ id: text }),
  },
  uploads: { 'uploads.left': null },
};

/** Null: no payload; undefined: unknown. */
export function payloads(actor: string, event: string): $ZodType | null | undefined {
  const report = schemaOfServerEvent(event);
  if (report !== undefined) return report;
  const found: Readonly<Record<string, $ZodType | null | typeof ANY>> | undefined = hasKey(PAYLOADS, actor)
    ? PAYLOADS[actor]
    : undefined;
  const schema = found && Object.hasOwn(found, event) ? found[event] : undefined;
  return schema === ANY ? undefined : schema;
}
