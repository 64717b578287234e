import { safeParse } from 'zod/v4/core';
import {
  inspectorReport,
  inspectorRequest,
  type InspectorReport,
  type InspectorRequest,
} from '../schemas/inspector-message.ts';

/** One end of the talk between inspectors and pages: what one posts, all of the other kind hear, in any window. */
export interface InspectorChannel<Sent, Heard> {
  post(message: Sent): void;
  /** Returns the end of the subscription. What cannot be read (another version of the program) is left out. */
  subscribe(listener: (message: Heard) => void): () => void;
}

export type PageEnd = InspectorChannel<InspectorReport, InspectorRequest>;
export type InspectorEnd = InspectorChannel<InspectorRequest, InspectorReport>;

/** Where an inspected page speaks. */
export const createPageEnd = (channel: BroadcastChannel): PageEnd => createEnd(channel, inspectorRequest);

/** Where an inspector speaks. */
export const createInspectorEnd = (channel: BroadcastChannel): InspectorEnd => createEnd(channel, inspectorReport);

function createEnd<Sent, Heard>(
  channel: BroadcastChannel,
  heard: Parameters<typeof safeParse>[0],
): InspectorChannel<Sent, Heard> {
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel.postMessage(message),
    subscribe(listener) {
      const hear = ({ data }: MessageEvent<unknown>) => {
        const parsed = safeParse(heard, data);
        if (parsed.success) listener(parsed.data as Heard);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}
