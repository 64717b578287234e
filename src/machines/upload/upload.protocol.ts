import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { listLibraries } from '../../services/endpoints/libraries.ts';
import type { LeaveWanted } from '../kit/leave-guard.actor.ts';
import type { ResourceTold } from '../kit/resource.ts';
import type { ModalClosed } from '../modals/modals.protocol.ts';
import type { PageRefresh } from '../page-host/page.protocol.ts';
import type { LookUpTold } from './details-lookup.machine.ts';
import type { Pick } from './read-picked.actor.ts';
import type { RowField } from './rows.logic.ts';
import type { UploadItemTold } from './upload-item.machine.ts';

export type UploadEvent =
  | { type: 'upload.reload' }
  | { type: 'upload.chooseLibrary'; id: string }
  | { type: 'upload.chooseFolder'; id: string }
  /** Files or folders were chosen or dropped. */
  | { type: 'upload.pick'; pick: Pick }
  | { type: 'upload.type'; key: number; field: RowField; value: string }
  | { type: 'upload.remove'; key: number }
  /** All items go. */
  | { type: 'upload.reset' }
  /** What was removed last comes back. */
  | { type: 'upload.restore' }
  /** The files of a row are shown; null: of none. */
  | { type: 'upload.showFiles'; key: number | null }
  /** Whether the files that are not sent are unfolded. */
  | { type: 'upload.toggleIgnored' }
  | { type: 'upload.start' }
  /** Those that failed, or one of them, once more. */
  | { type: 'upload.retry'; key: number | null }
  /** One is not to be sent, or is cancelled; null: all. */
  | { type: 'upload.stop'; key: number | null }
  /** Goes on after what stopped everything. */
  | { type: 'upload.goOn' }
  /** Details of books are looked up as soon as they are picked. */
  | { type: 'upload.setAuto'; isOn: boolean }
  /** Details of a book are looked up. */
  | { type: 'upload.lookUp'; key: number }
  /** The folder that all lie in is not their author. */
  | { type: 'upload.leaveOut' }
  /** Loose files are one book. */
  | { type: 'upload.join' }
  | LookUpTold
  | UploadItemTold
  | LeaveWanted
  | ResourceTold<'libraries', typeof listLibraries>
  | PageRefresh
  | ModalClosed<'confirm'>
  | ServerEventOf<'server.library.added' | 'server.library.updated' | 'server.library.removed'>;
