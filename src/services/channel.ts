import { safeParse, type $ZodType, type output } from 'zod/v4/core';

/** One end of a `BroadcastChannel`. */
export interface Channel<Sent, Heard> {
  /** Every other end hears it, this one doesn't. */
  post(message: Sent): void;
  /** Returns the end of the subscription. What can't be read (another version of the program) is left out. */
  subscribe(listener: (message: Heard) => void): () => void;
}

/** A channel of this browser; null where it has none, or refuses one to a site that it keeps nothing for. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** @param channel null where the browser has none: nobody is heard, and nobody hears */
export function createChannel<Sent, Schema extends $ZodType>(
  channel: BroadcastChannel | null,
  schema: Schema,
): Channel<Sent, output<Schema>> {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel?.postMessage(message),
    subscribe(listener) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        const parsed = safeParse(schema, data);
        if (parsed.success) listener(parsed.data);
      };
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
  };
}
