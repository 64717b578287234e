import type { EventObject } from 'xstate';
import { queueMachine } from '../../src/machines/playback/queue/queue.machine.ts';
import { selectWaiting } from '../../src/machines/playback/queue/queue.selectors.ts';
import type { QueueEvent } from '../../src/machines/playback/queue/queue.setup.ts';
import { queueOf } from '../../src/machines/playback/queue/queue-watch.actor.ts';
import type { MediaRef } from '../../src/machines/kit/media.logic.ts';
import { storedOf } from '../../src/schemas/queue.ts';
import { AppException } from '../../src/schemas/app-error.ts';
import { createFakePorts } from '../support/fakes/ports.ts';
import { mediaOf, queued } from '../support/queue-fixtures.ts';
import { defineModel } from '../support/rig.ts';

const USER = 'user';
const a = queued('a');
const b = queued('b');
const open = (id: string | null, isRestored = false) =>
  ({ type: 'media.changed', media: id === null ? null : mediaOf(id), isRestored }) as const;
const ended = (isAsleep: boolean, followsSeries: boolean) =>
  ({ type: 'media.ended', isAsleep, followsSeries }) as const;

const idsOf = (items: readonly { readonly libraryItemId: string }[]) => items.map(({ libraryItemId }) => libraryItemId);
const lastOf = (happened: readonly EventObject[]) => happened.at(-1) as QueueEvent | undefined;
/** The player's play commands. */
const played = (events: readonly EventObject[]) => events.filter(({ type }) => type === 'player.play');

/** Possible automatic starts: an end with autoplay on and no sleep, or a missing item. */
function reasonsIn(happened: readonly EventObject[]): number {
  let isOn = true;
  let reasons = 0;
  for (const event of happened as readonly QueueEvent[]) {
    if (event.type === 'queue.setAutoplay' || event.type === 'autoplay.changedElsewhere') isOn = event.isOn;
    if (event.type === 'media.failed' || (event.type === 'media.ended' && isOn && !event.isAsleep)) reasons += 1;
  }
  return reasons;
}

/** The ports of a page that finds this queue. */
function portsWith(items: Parameters<typeof storedOf>[0]) {
  const ports = createFakePorts();
  ports.storage.put(queueOf(USER).key, JSON.stringify(storedOf(items)));
  return ports;
}

export const queueModel = defineModel({
  name: 'queue',
  machine: queueMachine,
  starts: [{ input: { userId: USER }, ports: () => portsWith([b, a, b]) }],
  named: { toasts: null, player: null },
  events: [
    { type: 'queue.add', items: [a], place: 'next' },
    { type: 'queue.add', items: [a, b], place: 'last' },
    { type: 'queue.play', media: mediaOf('b') },
    { type: 'queue.playNext' },
    { type: 'queue.move', media: mediaOf('a'), index: 1 },
    { type: 'queue.remove', media: [mediaOf('a')] },
    { type: 'queue.clear' },
    { type: 'queue.restore', items: [a], index: 0 },
    { type: 'queue.setAutoplay', isOn: false },
    { type: 'queue.close' },
    { type: 'queue.changedElsewhere', items: [b] },
    { type: 'autoplay.changedElsewhere', isOn: true },
    { type: 'server.item.removed', item: { id: 'b' } },
    open(null),
    open('a'),
    open('x'),
    open('x', true),
    ended(false, false),
    ended(false, true),
    { type: 'media.resumed' },
    { type: 'media.failed' },
  ],
  ignored: [
    ended(true, true),
    { type: 'queue.play', media: mediaOf('other') },
    { type: 'queue.move', media: mediaOf('other'), index: 0 },
    { type: 'server.item.removed', item: { id: 'other' } },
  ],
  outputs: { findFollowing: [null, { item: queued('next'), group: 'Saga' }] },
  failures: { findFollowing: [new AppException({ kind: 'network' })] },
  project: ({ context }) => [
    idsOf(context.items),
    context.autoplay,
    context.open?.libraryItemId,
    context.begun?.libraryItemId,
    context.closed && [context.closed.media.libraryItemId, idsOf(context.closed.items)],
  ],
  /** Side issues one at a time. */
  stopWhen: ({ context: { autoplay, begun, closed, items } }) =>
    [!autoplay, begun !== null, closed !== null, closed !== null && items.length > 0].filter(Boolean).length > 1,
  invariants: {
    'nothing waits twice (PLR-090)': ({ context }) => new Set(idsOf(context.items)).size === context.items.length,
    'the open item is not in the queue': (state) =>
      !idsOf(selectWaiting(state)).includes(state.context.open?.libraryItemId ?? ''),
    'another page of the account finds what waits, in this order': ({ context }, { happened, ports }) => {
      // Another tab's message is what it has stored itself.
      if (happened.some(({ type }) => type === 'queue.changedElsewhere')) return true;
      const kept = new Set(idsOf(ports.storage.read(queueOf(USER))?.items ?? []));
      return JSON.stringify([...kept]) === JSON.stringify(idsOf(context.items));
    },
    'an item added as next is first, one added as last is after the others': ({ context }, { happened }) => {
      const last = lastOf(happened);
      if (last?.type !== 'queue.add' || context.open === null) return true;
      const ids = idsOf(context.items);
      if (context.open.libraryItemId === 'a') return !ids.includes('a');
      return last.place === 'next' ? ids[0] === 'a' : ids.includes('a') && ids.includes('b');
    },
    'each thing that is played was taken out': ({ context }, { happened, receivedBy }) => {
      const start = played(receivedBy('player')).at(-1) as (EventObject & MediaRef) | undefined;
      const hasStarted = ['queue.play', 'queue.playNext', 'media.failed'].includes(lastOf(happened)?.type ?? '');
      return !hasStarted || start === undefined || !idsOf(context.items).includes(start.libraryItemId);
    },
    'nothing plays by itself in a sleep, or with autoplay off': (_state, { happened, receivedBy }) => {
      const starts = played(receivedBy('player')) as readonly (EventObject & { isAutomatic?: true })[];
      return starts.filter(({ isAutomatic }) => isAutomatic).length <= reasonsIn(happened);
    },
    'an item without a choice plays as an automatic one': (_state, { happened, receivedBy }) => {
      const starts = played(receivedBy('player')) as readonly (EventObject & { isAutomatic?: true })[];
      const choices = happened.filter(({ type }) => type === 'queue.play' || type === 'queue.playNext');
      return starts.filter(({ isAutomatic }) => !isAutomatic).length <= choices.length;
    },
    'a cleared queue can be restored': (_state, { happened, receivedBy }) =>
      lastOf(happened)?.type !== 'queue.clear' || JSON.stringify(receivedBy('toasts').at(-1)).includes('queue.restore'),
    'a person who closes the player leaves nothing that waits (PLR-031)': ({ context }, { happened }) =>
      lastOf(happened)?.type !== 'queue.close' || context.items.length === 0,
  },
});
