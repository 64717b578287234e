import type { ServerEventOf } from '../../schemas/socket/server-events.ts';

const ofItem = {
  guard: {
    type: 'concernsOne',
    params: ({ event }: { event: ServerEventOf<`server.item.${'added' | 'updated'}`> }) => ({ items: [event.item] }),
  },
  actions: 'markOutdated',
} as const;
const ofItems = {
  guard: {
    type: 'concernsOne',
    params: ({ event }: { event: ServerEventOf<`server.items.${'added' | 'updated'}`> }) => event.items,
  },
  actions: 'markOutdated',
} as const;

/** For `on`: item events that run `markOutdated` if `concernsOne` (params: `items`). */
export const itemNews = {
  'server.item.added': ofItem,
  'server.items.added': ofItems,
  'server.item.updated': ofItem,
  'server.items.updated': ofItems,
} as const;
