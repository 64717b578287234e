import type { AnyActorLogic } from 'xstate';
import type { LibraryList } from '../../../schemas/api/library.ts';

/** From the page: starts the uploads, which outlive it, if they don’t run yet. Its chunk has their code. */
export interface UploadsOpen {
  type: 'uploads.open';
  logic: AnyActorLogic;
  data: LibraryList;
}

/** The page is open, with these libraries. */
export interface UploadsOpened {
  type: 'uploads.opened';
  data: LibraryList;
}

/** The page is closed. */
export interface UploadsLeft {
  type: 'uploads.left';
}
