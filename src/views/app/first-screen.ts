import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { AppRef } from '../../machines/app/app.machine.ts';
import { selectLogin, selectScreen, type Screen } from '../../machines/app/app.selectors.ts';
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
      if (screen === 'blank' || (isPatient && !hasData(app, screen))) return;
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
  if (screen === 'shared') return isAtRest(app.system.get('player') as AnyActorRef | undefined);
  if (screen !== 'frame') return true;
  const session = app.system.get('session') as AnyActorRef | undefined;
  if (!session || !isAtRest(session)) return false;
  const host = app.system.get('pageHost') as AnyActorRef | undefined;
  if (!host) return true;
  if (!isAtRest(host)) return false;
  const page = app.system.get('page') as AnyActorRef | undefined;
  return page ? isAtRest(page) : !host.getSnapshot().matches('leaving');
}

function isAtRest(ref: AnyActorRef | undefined): boolean {
  if (!ref) return false;
  const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
  const list = snapshot.children['list'];
  return !snapshot.hasTag('busy') && (list === undefined || isAtRest(list));
}
