import type { AnyActorRef } from 'xstate';

type System = AnyActorRef['system'];
type Scheduled = ReturnType<System['getSnapshot']>['_scheduledEvents'][string];
type Waiting = { readonly scheduled: Scheduled; readonly run: () => void };

/**
 * A clock on which the rig lets any pending timer fire next: the time between two events is not part of a model, so
 * every order of timers can happen.
 */
export class TimerDesk {
  #system: System | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Must be called before the system starts. */
  attach(system: System): void {
    this.#system = system;
  }

  setTimeout(run: () => void): number {
    const known = new Set([...this.#waiting.values()].map((timer) => timer.scheduled));
    const scheduled = Object.values(this.#system?.getSnapshot()._scheduledEvents ?? {}).find(
      (item) => !known.has(item),
    );
    if (!scheduled) throw new Error('A timer without a scheduled event');
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, { scheduled, run });
    return this.#lastId;
  }

  clearTimeout(id: number): void {
    this.#waiting.delete(id);
  }

  /** The actor's own delayed event of this type falls due. Throws when none is pending. */
  fire(actor: AnyActorRef, type: string): void {
    for (const [id, { scheduled, run }] of this.#waiting) {
      if (scheduled.source.sessionId !== actor.sessionId || scheduled.event.type !== type) continue;
      this.#waiting.delete(id);
      return run();
    }
    throw new Error(`no timer waits for '${type}'`);
  }
}
