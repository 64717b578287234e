import {
  inspectorReport,
  inspectorRequest,
  type InspectorReport,
  type InspectorRequest,
} from '../schemas/inspector-message.ts';
import { createChannel, type Channel } from './channel.ts';

// The talk between inspectors and pages: what one posts, all of the other kind hear, in any window.

export type PageEnd = Channel<InspectorReport, InspectorRequest>;
export type InspectorEnd = Channel<InspectorRequest, InspectorReport>;

/** Where an inspected page speaks. */
export const createPageEnd = (channel: BroadcastChannel): PageEnd => createChannel(channel, inspectorRequest);

/** Where an inspector speaks. */
export const createInspectorEnd = (channel: BroadcastChannel): InspectorEnd => createChannel(channel, inspectorReport);
