import {
  inspectorReport,
  inspectorRequest,
  type InspectorReport,
  type InspectorRequest,
} from '../schemas/inspector-message.ts';
import { createChannel, openChannel, openPageChannel, type Channel, type ChannelPort } from './channel.ts';
import { INSPECTOR_CHANNEL } from './inspector-door.ts';

// The talk between inspectors and pages: what one posts, all of the other kind hear, in any window.

export type PageEnd = Channel<InspectorReport, InspectorRequest>;
export type InspectorEnd = Channel<InspectorRequest, InspectorReport>;

/** `isCutOff`: the browser blocks channels between windows; the ends in this page still hear each other. */
export function openInspectorChannel(): { readonly channel: ChannelPort; readonly isCutOff: boolean } {
  const channel = openChannel(INSPECTOR_CHANNEL);
  return { channel: channel ?? openPageChannel(INSPECTOR_CHANNEL), isCutOff: channel === null };
}

/** Where an inspected page speaks. */
export const createPageEnd = (channel: ChannelPort): PageEnd => createChannel(channel, inspectorRequest);

/** Where an inspector speaks. */
export const createInspectorEnd = (channel: ChannelPort): InspectorEnd => createChannel(channel, inspectorReport);
