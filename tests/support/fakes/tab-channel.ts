import type { TabMessage } from '../../../src/schemas/tab-message.ts';
import type { TabChannel } from '../../../src/services/channel.ts';
import { ListenerSet } from './listeners.ts';

/** One tab's end of a channel; its posts can be read back. */
export interface FakeTabChannel extends TabChannel {
  readonly posted: readonly TabMessage[];
  /** Another tab posts this. */
  notify(message: TabMessage): void;
}

/** The channels of so many tabs of one browser: a post of one reaches all others. */
export function createFakeTabChannels(count: number): FakeTabChannel[] {
  const ends = Array.from({ length: count }, () => new ListenerSet<(message: TabMessage) => void>('tabs'));
  return ends.map((own) => {
    const posted: TabMessage[] = [];
    return {
      posted,
      notify: (message) => own.forEach((listener) => listener(message)),
      post(message) {
        posted.push(message);
        for (const other of ends) if (other !== own) for (const listener of other) listener(message);
      },
      subscribe: (listener) => own.join(listener),
    };
  });
}

export function createFakeTabChannel(): FakeTabChannel {
  const [channel] = createFakeTabChannels(1);
  if (!channel) throw new Error('No channel');
  return channel;
}
