import type { ActorRef, Snapshot } from 'xstate';
import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { ReaderIntent } from '../reader/reader-code.ts';
import type { ModalName, Modals } from './registry.ts';

/** Told to the opener when its modal ends. `output` is null when it was closed from outside (navigation). */
export type ModalClosed<Name extends ModalName = ModalName> = {
  [One in Name]: {
    type: 'modal.closed';
    modal: One;
    /** What the opener called it, to tell its questions apart. */
    tag: string;
    output: Modals[One]['output'] | null;
  };
}[Name];

/** What the server tells that a modal may be about. */
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
>;

export type ModalsEvent =
  | ModalNews
  | {
      [Name in ModalName]: {
        type: 'modals.open';
        modal: Name;
        input: Modals[Name]['input'];
        tag: string;
        /** Absent: nobody waits for its answer. */
        replyTo?: ActorRef<Snapshot<unknown>, ModalClosed<Name>>;
      };
    }[ModalName]
  /** Gets the reader ready: somebody is about to read. */
  | ({ type: 'modals.prefetch'; modal: 'reader' } & ReaderIntent)
  /** Another page: nothing of the old one stays open (RTE-042). */
  | { type: 'modals.closeAll' }
  | { type: 'xstate.done.actor.*'; actorId: string; output: { answer: Modals[ModalName]['output'] | null } };
