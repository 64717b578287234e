import { createActor } from 'xstate';
import type { AppRef } from './machines/app/app.machine.ts';
import { getPorts } from './machines/kit/ports.ts';
import { recorderMachine } from './machines/inspector/recorder.machine.ts';
import { createRecorder } from './machines/inspector/recorder.ts';
import { selectRuleCount } from './machines/inspector/network.logic.ts';
import type { TapeRecorder } from './machines/inspector/tape/record-tape.ts';
import type { SessionRef } from './machines/app/session/session.machine.ts';
import { systemClock } from './services/clock.ts';
import { createPageEnd, openInspectorChannel } from './services/inspector-channel.ts';
import type { Network } from './services/http.ts';
import { createNetworkHand } from './services/network-rules.ts';
import { randomName } from './services/random-name.ts';
import { createStorage, sessionStorageOrNull } from './services/storage.ts';
import { TAPE_MARK } from './services/tape-mark.ts';

let name: string | null = null;

/** Answers inspectors from now on. Returns the name of this page. */
export function answerInspectors(root: AppRef, network: Network, tape?: TapeRecorder): string {
  if (name !== null) return name;
  const id = (name = randomName());
  const channel = createPageEnd(openInspectorChannel().channel);
  const kept = sessionStorageOrNull();
  const recorder = createActor(recorderMachine, {
    input: {
      channel,
      recorder: createRecorder({ root, elapsed: systemClock.elapsed, tape: tape?.finish }),
      network: createNetworkHand(network, () => getPorts(root.system).api.forget()),
      restart(isPanel) {
        createStorage(kept).write(TAPE_MARK, isPanel ? 'panel' : 'window');
        location.reload();
      },
      mayChangeNetwork: () => import.meta.env.DEV || isEmbedded(root),
      // The query may hold a token.
      describePage: () => ({
        id,
        title: document.title,
        path: location.pathname,
        isTaped: tape !== undefined,
        canTape: kept !== null,
      }),
    },
  }).start();
  const end = () => recorder.send({ type: 'rules.requested', page: id, rules: [] });
  let isMarked = false;
  recorder.subscribe((snapshot) => {
    if (isMarked || selectRuleCount(snapshot) === 0) return;
    isMarked = true;
    import('./network-mark.tsx').then(
      ({ drawNetworkMark }) => drawNetworkMark(recorder, end),
      () => {
        isMarked = false;
        end();
      },
    );
  });
  window.addEventListener('pagehide', () => channel.post({ type: 'page.left', page: id }));
  return id;
}

/** Whether the client runs on its embedded server. */
function isEmbedded(root: AppRef): boolean {
  const session: SessionRef | undefined = root.system.get('session');
  return session?.getSnapshot().context.account?.Source === 'embedded';
}
