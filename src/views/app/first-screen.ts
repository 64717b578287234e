import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { AppRef } from '../../machines/app/app.machine.ts';
import { selectLogin, selectScreen, type Screen } from '../../machines/app/app.selectors.ts';
import { findActor } from './actors-context.tsx';
import { loadScreen } from './app.tsx';

/**
 * Resolves when the first screen can render without skeletons, which cost slow devices more than they show. Waits
 * `patienceMs` (ms) at most for answers, for code as long as it takes.
 */
export function untilFirstScreen(app: AppRef, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    let isPatient = true;
    const look = () => {
      const screen = selectScreen(app.getSnapshot());
      if (screen === 'blank' || !isAtRest(findActor(app, 'locale')) || (isPatient && !hasData(app, screen))) return;
      clearTimeout(timer);
      subscription.unsubscribe();
      void loadScreen(screen).then(() => resolve());
    };
    const timer = setTimeout(() => {
      isPatient = false;
      look();
    }, patienceMs);
    const subscription = app.system.inspect((event) => {
      if (event.type === '@xstate.snapshot') look();
    });
  });
}

/** Between two accounts the actors of a screen may stop before it unmounts. */
function hasData(app: AppRef, screen: Screen): boolean {
  if (screen === 'login') return isAtRest(selectLogin(app.getSnapshot()));
  if (screen === 'shared') return isAtRest(findActor(app, 'player'));
  if (screen !== 'frame') return true;
  const session = findActor(app, 'session');
  if (!session || !isAtRest(session)) return false;
  const host = findActor(app, 'pageHost');
  if (!host) return true;
  if (!isAtRest(host)) return false;
  const page: AnyActorRef | undefined = app.system.get('page');
  return page ? isAtRest(page) : !host.getSnapshot().matches('leaving');
}

function isAtRest(ref: AnyActorRef | undefined): boolean {
  if (!ref) return false;
  const snapshot: AnyMachineSnapshot = ref.getSnapshot();
  const list = snapshot.children['list'];
  return !snapshot.hasTag('busy') && (list === undefined || isAtRest(list));
}
