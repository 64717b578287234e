import { createActor, type AnyActorRef } from 'xstate';
import { recorderMachine } from './machines/inspector/recorder.machine.ts';
import { createRecorder } from './machines/inspector/recorder.ts';
import { systemClock } from './services/clock.ts';
import { createPageEnd } from './services/inspector-channel.ts';
import { INSPECTOR_CHANNEL } from './services/inspector-door.ts';
import { randomName } from './services/random-name.ts';

// The page that is inspected. Loaded with the first inspector that looks for it.

let name: string | null = null;

/** Answers inspectors from now on. Returns the name of this page, by which they ask for it. */
export function answerInspectors(root: AnyActorRef): string {
  if (name !== null) return name;
  const id = (name = randomName());
  const channel = createPageEnd(new BroadcastChannel(INSPECTOR_CHANNEL));
  createActor(recorderMachine, {
    input: {
      channel,
      recorder: createRecorder({ root, elapsed: systemClock.elapsed }),
      // The query may hold a token.
      describePage: () => ({ id, title: document.title, path: location.pathname }),
    },
  }).start();
  window.addEventListener('pagehide', () => channel.post({ type: 'page.left', page: id }));
  return id;
}
