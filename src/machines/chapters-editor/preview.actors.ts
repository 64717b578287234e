import { fromCallback, type AnyActorRef, type NonReducibleUnknown } from 'xstate';
import { closeSession, playItem } from '../../services/endpoints/playback.ts';
import { getPorts } from '../app/ports.ts';
import { getPlayer, wantsSound } from '../app/system.ts';
import { deviceIdOf } from '../player/device.ts';
import type { EngineTrack } from '../player/engines/engine.protocol.ts';
import { tracksOf } from '../player/open-session.actor.ts';
import type { PlayheadRef } from '../player/playhead.actor.ts';

export type PreviewSessionTold =
  { type: 'preview.opened'; tracks: readonly EngineTrack[] } | { type: 'preview.refused'; cause: unknown };

/**
 * Opens a playback session whose files need no token. Its own device id keeps the player's session open; nothing is
 * saved in it, and it closes with this actor.
 */
export const previewSession = fromCallback<PreviewSessionTold, { readonly itemId: string }>(
  ({ input: { itemId }, sendBack, system }) => {
    const ports = getPorts(system);
    const tell = (told: PreviewSessionTold) => sendBack(told);
    let sessionId: string | null = null;
    let hasEnded = false;
    // A session that can't be closed is dropped by the server or by the next preview.
    const close = (id: string) =>
      void ports.api.call(closeSession, { sessionId: id, listened: null }).catch(() => undefined);
    const request = {
      itemId,
      deviceInfo: { clientName: 'Earmark Web', deviceId: `${deviceIdOf(ports)}-preview` },
      supportedMimeTypes: ports.media.playableTypes(),
      mediaPlayer: 'html5',
      forceTranscode: false,
      forceDirectPlay: true,
    };
    ports.api.call(playItem, request).then(
      (session) => {
        if (hasEnded) return close(session.id);
        sessionId = session.id;
        tell({ type: 'preview.opened', tracks: tracksOf(session, new URL(ports.baseUrl).pathname) });
      },
      (cause: unknown) => {
        if (!hasEnded) tell({ type: 'preview.refused', cause });
      },
    );
    return () => {
      hasEnded = true;
      if (sessionId !== null) close(sessionId);
    };
  },
);

export type PlayerSounded = { type: 'player.sounded' };

export const playerWatch = fromCallback<PlayerSounded, NonReducibleUnknown>(({ sendBack, system }) => {
  let did = wantsSound(system);
  const subscription = getPlayer<AnyActorRef>(system).subscribe(() => {
    const does = wantsSound(system);
    if (does && !did) sendBack({ type: 'player.sounded' } satisfies PlayerSounded);
    did = does;
  });
  return () => subscription.unsubscribe();
});

export type PreviewEnded = { type: 'preview.ended' };

/** In seconds: closer to its end the preview needs a timer, as ticks are too far apart. */
const NEAR_S = 0.4;

/** Reports when playing reaches this second of the book. */
export const endWatch = fromCallback<PreviewEnded, { readonly playhead: PlayheadRef; readonly until: number | null }>(
  ({ input: { playhead, until }, sendBack, system }) => {
    if (until === null) return;
    const media = getPorts(system).media.aside();
    let callOff: (() => void) | null = null;
    const subscription = playhead.subscribe(({ context: { time, lastTick } }) => {
      if (lastTick === null || until - time > NEAR_S) return;
      callOff?.();
      callOff = media.wait((until - time) * 1000, () => sendBack({ type: 'preview.ended' } satisfies PreviewEnded));
    });
    return () => {
      subscription.unsubscribe();
      callOff?.();
    };
  },
);
