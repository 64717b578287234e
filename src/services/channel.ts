import { safeParse, type $ZodType, type output } from 'zod/v4/core';
import { tabMessage, type TabMessage } from '../schemas/tab-message.ts';

/** One end of a `BroadcastChannel`; does not receive its own messages. */
export interface Channel<Sent, Heard> {
  post(message: Sent): void;
  /** Returns the unsubscribe function. Drops invalid messages (another version of the client). */
  subscribe(listener: (message: Heard) => void): () => void;
}

export interface ChannelPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  close(): void;
}

/** Null if the browser has none or blocks storage for this site. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

const endsByName = new Map<string, Set<EventTarget>>();

/** Connects ends of the same name within this page only, for browsers without channels. */
export function openPageChannel(name: string): ChannelPort {
  const ends = endsByName.get(name) ?? new Set();
  endsByName.set(name, ends);
  const own = new EventTarget();
  ends.add(own);
  return {
    postMessage(message) {
      const data: unknown = structuredClone(message);
      queueMicrotask(() => {
        for (const end of ends) if (end !== own) end.dispatchEvent(new MessageEvent('message', { data }));
      });
    },
    addEventListener: (type, listener) => own.addEventListener(type, listener as EventListener),
    removeEventListener: (type, listener) => own.removeEventListener(type, listener as EventListener),
    close: () => void ends.delete(own),
  };
}

/** `channel` null: sends and receives nothing. `decode` prepares a message for the schema. */
export function createChannel<Sent, Schema extends $ZodType>(
  channel: ChannelPort | null,
  schema: Schema,
  decode: (data: unknown) => unknown = (data) => data,
): Channel<Sent, output<Schema>> {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel?.postMessage(message),
    subscribe(listener) {
      const receive = ({ data }: MessageEvent<unknown>) => {
        const parsed = safeParse(schema, decode(data));
        if (parsed.success) listener(parsed.data);
      };
      channel?.addEventListener('message', receive);
      return () => channel?.removeEventListener('message', receive);
    },
  };
}

export type TabChannel = Channel<TabMessage, TabMessage>;

/** `channel` null: the tab is alone. */
export const createTabChannel = (channel: BroadcastChannel | null): TabChannel => createChannel(channel, tabMessage);
