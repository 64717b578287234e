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

/**
 * Where an inspected page speaks. What it tells five times a second goes as text: a copy of all those objects costs the
 * page several times as much. The rest is seldom, and may hold numbers that JSON has no word for.
 */
export function createPageEnd(channel: ChannelPort): PageEnd {
  const { post, subscribe } = createChannel<unknown, typeof inspectorRequest>(channel, inspectorRequest);
  return { post: (report) => post(report.type === 'page.recorded' ? JSON.stringify(report) : report), subscribe };
}

/** Where an inspector speaks. */
export const createInspectorEnd = (channel: ChannelPort): InspectorEnd =>
  createChannel(channel, inspectorReport, (data) => (typeof data === 'string' ? parsed(data) : data));

/** Null for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
