import { describe, expect, test, vi } from 'vitest';
import { playerMachine, playerSetup } from '../../../../src/machines/playback/player/player.machine.ts';
import { preferencesMachine } from '../../../../src/machines/account/preferences/preferences.machine.ts';
import { ledgerMachine } from '../../../../src/machines/playback/progress/ledger.machine.ts';
import { progressMachine } from '../../../../src/machines/playback/progress/progress.machine.ts';
import { closeSession, playItem, syncSession } from '../../../../src/services/endpoints/playback.ts';
import { createHost } from '../../../support/host.ts';
import { account, BOOK, bookSession, USER_ID } from '../../../support/player-fixtures.ts';
import { withInput } from '../../../support/with-input.ts';
import { transportOf } from '../../../support/state-values.ts';

const { config } = playerMachine;

/** The player with its regions in another order. */
function ordered(names: readonly string[]) {
  const states = config.states as Record<string, object>;
  return playerSetup.createMachine({
    ...config,
    states: Object.fromEntries([...names, ...Object.keys(states)].map((name) => [name, states[name]])),
  } as never) as unknown as typeof playerMachine;
}

const ORDERS = ['engine', 'transport', 'session'].flatMap((first, _, all) => {
  const others = all.filter((name) => name !== first);
  return [
    [first, ...others],
    [first, ...others.toReversed()],
  ];
});

/** Effects of a while of playing: calls, storage and events. */
async function record(names: readonly string[]) {
  const host = createHost(ordered(names), {
    named: {
      toasts: null,
      menus: null,
      ledger: withInput(ledgerMachine, { userId: USER_ID }),
      preferences: preferencesMachine,
      pendingChanges: null,
      progress: withInput(progressMachine, { user: account([]) }),
    },
  });
  const { subject: player, ports } = host;
  const { api, clock, media, storage, systemPlayer, tabStorage } = ports;
  storage.put('earmark.deviceId', '"aaaaaaaaaaaa"');
  tabStorage.put('earmark.tabId', '"bbbbbbbbbbbb"');
  api.answer(playItem, bookSession());
  api.answer(syncSession, 'OK');
  api.answer(closeSession, 'OK');
  const seen: unknown[] = [];
  const look = () => {
    const { context, value } = player.getSnapshot();
    const { time, listened, savedTime } = context.playhead.getSnapshot().context;
    seen.push(
      structuredClone({
        value: [value.engine, value.transport, value.session],
        requested: [context.wantsSound, context.failure, context.opened?.session.id ?? null],
        playhead: { time, listened, savedTime },
        element: [media.audio.src, media.audio.paused, ...media.audio.calls.splice(0)],
        system: systemPlayer.shown,
        stored: [[...storage.texts], [...tabStorage.texts]],
        calls: api.calls.map(({ name, input }) => [name, input]),
        report: host.receivedBy('toasts'),
      }),
    );
  };
  const opened = async (id: string) => {
    await vi.waitFor(() => expect(player.getSnapshot().context.opened?.session.id).toBe(id));
    look();
    media.audio.becomeReady(26);
    look();
  };
  player.send({ type: 'player.play', ...BOOK });
  look();
  await opened('session-1');
  media.playFor(4);
  media.passSilently(0.5);
  api.answerOnce(playItem, bookSession({ id: 'session-2', libraryItemId: 'other' }));
  player.send({ type: 'player.play', libraryItemId: 'other' });
  look();
  await opened('session-2');
  media.playFor(2);
  api.answerOnce(playItem, bookSession({ id: 'session-3', libraryItemId: 'other' }));
  media.audio.fail(2);
  await opened('session-3');
  api.refuse(playItem, { kind: 'forbidden', message: '' });
  media.audio.fail(3);
  await vi.waitFor(() => expect(transportOf(player)).toBe('failed'));
  look();
  api.answer(playItem, bookSession({ id: 'session-4', libraryItemId: 'other' }));
  player.send({ type: 'player.retry' });
  await opened('session-4');
  media.playFor(1);
  media.passSilently(0.5);
  player.send({ type: 'player.closePressed' });
  look();
  await vi.waitFor(() => expect(player.getSnapshot().value.session).toBe('absent'));
  clock.advance(1000);
  look();
  return seen;
}

describe('the regions of the player', () => {
  test.each(ORDERS)('do the same in the order %s, %s, %s', async (...names) => {
    const seen = await record(names);
    expect(seen).toEqual(await record(Object.keys(config.states ?? {})));
    expect(seen.length).toBe(13);
  });
});
