import { safeParse, type $ZodType, type output } from 'zod/v4/core';

/** One end of a `BroadcastChannel`. */
export interface Channel<Sent, Heard> {
  /** Every other end hears it, this one doesn't. */
  post(message: Sent): void;
  /** Returns the end of the subscription. What can't be read (another version of the program) is left out. */
  subscribe(listener: (message: Heard) => void): () => void;
}

/** What a channel needs of a `BroadcastChannel`. */
export interface ChannelPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  close(): void;
}

/** A channel of this browser; null where it has none, or refuses one to a site that it keeps nothing for. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

const endsByName = new Map<string, Set<EventTarget>>();

/** A channel that reaches the ends of the same name in this page only, for browsers without another. */
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

/**
 * @param channel null where the browser has none: nobody is heard, and nobody hears
 * @param decode makes of what came what the schema reads
 */
export function createChannel<Sent, Schema extends $ZodType>(
  channel: ChannelPort | null,
  schema: Schema,
  decode: (data: unknown) => unknown = (data) => data,
): Channel<Sent, output<Schema>> {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel?.postMessage(message),
    subscribe(listener) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        const parsed = safeParse(schema, decode(data));
        if (parsed.success) listener(parsed.data);
      };
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
  };
}
