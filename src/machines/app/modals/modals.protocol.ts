import type { ActorRef, Snapshot } from 'xstate';
import type { ServerEventOf } from '../../../schemas/socket/server-events.ts';
import type { ReaderIntent } from './reader-code.ts';
import type { BackPressed } from '../../kit/hold-back.actor.ts';
import type { ModalName, Modals } from './registry.ts';

/** To the opener. `output` null: closed by navigation. */
export type ModalClosed<Name extends ModalName = ModalName> = {
  [One in Name]: {
    type: 'modal.closed';
    modal: One;
    /** Set by the opener to tell its modals apart. */
    tag: string;
    output: Modals[One]['output'] | null;
  };
}[Name];

export type ModalNews = ServerEventOf<
  | 'server.library.updated'
  | 'server.library.removed'
  | 'server.item.updated'
  | 'server.items.updated'
  | 'server.item.removed'
  | 'server.episodeDownload.queued'
  | 'server.episodeDownload.started'
  | 'server.episodeDownload.finished'
  | 'server.episodeDownload.queueCleared'
  | 'server.adminMessage.received'
  | 'server.user.online'
  | 'server.user.offline'
  | 'server.share.opened'
  | 'server.share.closed'
  | 'server.rssFeed.opened'
  | 'server.rssFeed.closed'
  | 'server.customProvider.added'
  | 'server.customProvider.removed'
>;

export type ModalsEvent =
  | ModalNews
  | {
      [Name in ModalName]: {
        type: 'modals.open';
        modal: Name;
        input: Modals[Name]['input'];
        tag: string;
        replyTo?: ActorRef<Snapshot<unknown>, ModalClosed<Name>>;
      };
    }[ModalName]
  | ({ type: 'modals.prefetch'; modal: 'reader' } & ReaderIntent)
  | { type: 'modals.closeAll' }
  | { type: 'xstate.done.actor.*'; actorId: string; output: { answer: Modals[ModalName]['output'] | null } };

export type MenusEvent =
  /** Ids name the position: `account`, `item-card-li_1`. */
  | { type: 'menus.open'; id: string }
  | { type: 'menus.close'; id: string }
  /** Pointer or keyboard focus entered an element that opens on hover; closes no other menu. */
  | { type: 'menus.entered'; id: string }
  | { type: 'menus.left'; id: string }
  | { type: 'menus.closeAll' }
  | BackPressed;
