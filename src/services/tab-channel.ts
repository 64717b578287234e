import { safeParse } from 'zod/v4/core';
import { tabMessage, type TabMessage } from '../schemas/tab-message.ts';

/** What the tabs of this browser tell each other. */
export interface TabChannel {
  /** Every other tab hears it, this one doesn't. */
  post(message: TabMessage): void;
  /** Returns the end of the subscription. What can't be read (another version of the program) is left out. */
  subscribe(listener: (message: TabMessage) => void): () => void;
}

/** @param channel null where the browser has none: then each tab is alone */
export function createTabChannel(channel: BroadcastChannel | null): TabChannel {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel?.postMessage(message),
    subscribe(listener) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        const parsed = safeParse(tabMessage, data);
        if (parsed.success) listener(parsed.data);
      };
      channel?.addEventListener('message', hear);
      return () => channel?.removeEventListener('message', hear);
    },
  };
}
