import type { InspectorReport, InspectorRequest } from '../../../src/schemas/inspector-message.ts';
import type { Channel } from '../../../src/services/channel.ts';
import { ListenerSet } from './listeners.ts';

/** One end of the channel between inspector and page; its posts can be read back. */
export interface FakeEnd<Sent, Heard> extends Channel<Sent, Heard> {
  readonly posted: readonly Sent[];
  /** The other side posts this. */
  notify(message: Heard): void;
}

export type FakePageEnd = FakeEnd<InspectorReport, InspectorRequest>;
export type FakeInspectorEnd = FakeEnd<InspectorRequest, InspectorReport>;

/** Both ends, joined: a post of one reaches the other soon after, as a copy. */
export function createFakeEnds(): { readonly page: FakePageEnd; readonly inspector: FakeInspectorEnd } {
  const pageListeners = new ListenerSet<(message: InspectorRequest) => void>('inspector requests');
  const inspectorListeners = new ListenerSet<(message: InspectorReport) => void>('inspector reports');
  return {
    page: endOf(pageListeners, inspectorListeners),
    inspector: endOf(inspectorListeners, pageListeners),
  };
}

function endOf<Sent, Heard>(
  own: ListenerSet<(message: Heard) => void>,
  others: ListenerSet<(message: Sent) => void>,
): FakeEnd<Sent, Heard> {
  const posted: Sent[] = [];
  return {
    posted,
    post(message) {
      const copy = structuredClone(message);
      posted.push(copy);
      queueMicrotask(() => others.forEach((listener) => listener(copy)));
    },
    subscribe: (listener) => own.join(listener),
    notify: (message) => own.forEach((listener) => listener(message)),
  };
}
