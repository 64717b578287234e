import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { AppRef } from '../../machines/app/app.machine.ts';
import { selectScreen } from '../../machines/app/app.selectors.ts';
import { loadScreen } from './app.tsx';

/**
 * Resolves when the first screen can be drawn as it will stay: its code is there, and the sign-in form knows what to
 * offer, or the page has its data, or something failed. Drawing skeletons first, when the answers are there already,
 * costs a slow device more than it shows. Resolves after `patienceMs` at the latest.
 */
export function untilFirstScreen(app: AppRef, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, patienceMs);
    const subscription = app.system.inspect((event) => {
      if (event.type === '@xstate.snapshot' && isFirstScreen(app)) loadScreen(selectScreen(app.getSnapshot())).then(end, end);
    });
  });
}

function isFirstScreen(app: AppRef): boolean {
  const state = app.getSnapshot();
  const { login } = state.children;
  if (login) return isAtRest(login);
  const session = app.system.get('session') as AnyActorRef | undefined;
  if (!session || !state.matches('signedIn') || !isAtRest(session)) return false;
  const page = app.system.get('page') as AnyActorRef | undefined;
  return page ? isAtRest(page) : !session.getSnapshot().matches({ ready: { page: 'leaving' } });
}

/** The machine waits for nothing (tag `busy`). */
function isAtRest(ref: AnyActorRef): boolean {
  return !(ref.getSnapshot() as AnyMachineSnapshot).hasTag('busy');
}
