import { tabMessage, type TabMessage } from '../schemas/tab-message.ts';
import { createChannel, type Channel } from './channel.ts';

/** What the tabs of this browser tell each other. */
export type TabChannel = Channel<TabMessage, TabMessage>;

/** @param channel null where the browser has none: then each tab is alone */
export const createTabChannel = (channel: BroadcastChannel | null): TabChannel => createChannel(channel, tabMessage);
