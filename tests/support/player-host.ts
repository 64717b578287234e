import { expect, vi } from 'vitest';
import type { PlayerEvent } from '../../src/machines/playback/player/player.context.ts';
import { playerMachine } from '../../src/machines/playback/player/player.machine.ts';
import { preferencesMachine } from '../../src/machines/account/preferences/preferences.machine.ts';
import { ledgerMachine } from '../../src/machines/playback/progress/ledger.machine.ts';
import { progressMachine } from '../../src/machines/playback/progress/progress.machine.ts';
import type { MediaProgress } from '../../src/schemas/api/progress.ts';
import { getItem } from '../../src/services/endpoints/items.ts';
import { saveLocalSessions } from '../../src/services/endpoints/local-sessions.ts';
import { closeSession, playItem, syncSession } from '../../src/services/endpoints/playback.ts';
import { createFakePorts, type FakePorts } from './fakes/ports.ts';
import { createHost } from './host.ts';
import { bookBody } from './item-fixtures.ts';
import { account, answerOpenSession, BOOK, bookProgress, bookSession, USER_ID } from './player-fixtures.ts';
import { transportOf } from './state-values.ts';
import { withInput } from './with-input.ts';

/** The player with its neighbours, a server that answers, and nothing open. */
export function startPlayer({
  progress = [],
  ports = createFakePorts(),
  isLive = true,
}: { progress?: MediaProgress[]; ports?: FakePorts; isLive?: boolean } = {}) {
  const { api, clock, media, page } = ports;
  api.answer(playItem, bookSession());
  api.answer(syncSession, 'OK');
  api.answer(closeSession, 'OK');
  api.answer(getItem, { ...bookBody, id: BOOK.libraryItemId });
  answerOpenSession(api);
  api.answer(saveLocalSessions, { results: [{ id: 'session-1', success: true, progressSynced: true }] });
  const owner = account(progress);
  const host = createHost(playerMachine, {
    ports,
    named: {
      toasts: null,
      menus: null,
      queue: null,
      ledger: withInput(ledgerMachine, { userId: USER_ID }),
      preferences: preferencesMachine,
      pendingChanges: null,
      progress: withInput(progressMachine, { user: owner }),
      ...(isLive ? {} : { socket: null }),
    },
  });
  const { subject } = host;
  const transport = () => transportOf(subject);
  return {
    ...host,
    api,
    clock,
    page,
    media,
    audio: media.audio,
    owner,
    send: (event: PlayerEvent) => subject.send(event),
    context: () => subject.getSnapshot().context,
    notice: () => subject.getSnapshot().children.notice?.getSnapshot().context.notice,
    sheet: () => subject.getSnapshot().children.sheet?.getSnapshot().value,
    undoNotice: () => subject.getSnapshot().children.notice?.send({ type: 'notice.undo' }),
    transport,
    system: () => subject.system,
    time: () => subject.getSnapshot().context.playhead.getSnapshot().context.time,
    listened: () => subject.getSnapshot().context.playhead.getSnapshot().context.listened,
    /** Presses play and waits until there is sound. */
    async play(startTime?: number, more: { readonly isJump?: true } = {}) {
      subject.send({ type: 'player.play', ...BOOK, ...(startTime === undefined ? {} : { startTime }), ...more });
      await vi.waitFor(() => expect(subject.getSnapshot().context.opened).not.toBe(null));
      media.audio.becomeReady(26);
      expect(transport()).toBe('playing');
    },
    /** So many seconds play, in steps of a second. */
    listen(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        media.playFor(1);
        clock.advance(1000);
      }
    },
  };
}

/** An event of a session of another device. */
export function otherDevice(changes: Partial<MediaProgress>, sessionId = 'session-phone'): PlayerEvent {
  return {
    type: 'server.progress.updated',
    progress: { sessionId, deviceDescription: 'Phone / v2.26.0', data: bookProgress(changes) },
  };
}
