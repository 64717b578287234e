import {
  inspectorReport,
  inspectorRequest,
  type InspectorReport,
  type InspectorRequest,
} from '../schemas/inspector-message.ts';
import { createChannel, openChannel, openPageChannel, type Channel, type ChannelPort } from './channel.ts';
import { INSPECTOR_CHANNEL } from './inspector-door.ts';

// Each end receives all messages of the other kind, in any window.

export type PageEnd = Channel<InspectorReport, InspectorRequest>;
export type InspectorEnd = Channel<InspectorRequest, InspectorReport>;

/** `isCutOff`: the browser blocks channels between windows; only ends of this page connect. */
export function openInspectorChannel(): { readonly channel: ChannelPort; readonly isCutOff: boolean } {
  const channel = openChannel(INSPECTOR_CHANNEL);
  return { channel: channel ?? openPageChannel(INSPECTOR_CHANNEL), isCutOff: channel === null };
}

/** Frequent reports go as text, since cloning costs several times more; others may hold numbers outside JSON. */
export function createPageEnd(channel: ChannelPort): PageEnd {
  const { post, subscribe } = createChannel<unknown, typeof inspectorRequest>(channel, inspectorRequest);
  return { post: (report) => post(report.type === 'page.recorded' ? JSON.stringify(report) : report), subscribe };
}

export const createInspectorEnd = (channel: ChannelPort): InspectorEnd =>
  createChannel(channel, inspectorReport, (data) => (typeof data === 'string' ? parsed(data) : data));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
