import { tabMessage, type TabMessage } from '../schemas/tab-message.ts';
import { createChannel, type Channel } from './channel.ts';

export type TabChannel = Channel<TabMessage, TabMessage>;

/** `channel` null: the tab is alone. */
export const createTabChannel = (channel: BroadcastChannel | null): TabChannel => createChannel(channel, tabMessage);
