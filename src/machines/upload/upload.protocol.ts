import type { ServerEventOf } from '../../schemas/socket/server-events.ts';
import type { listLibraries } from '../../services/endpoints/libraries.ts';
import type { LeaveWanted } from '../kit/leave-guard.actor.ts';
import type { ResourceReport } from '../kit/resource.machine.ts';
import type { ModalClosed } from '../modals/modals.protocol.ts';
import type { PageRefresh } from '../page-host/page.protocol.ts';
import type { LookUpReport } from './details-lookup.machine.ts';
import type { Pick } from './upload.setup.ts';
import type { RowField } from './rows.logic.ts';
import type { UploadItemReport } from './upload-item.machine.ts';

export type UploadEvent =
  | { type: 'upload.reload' }
  | { type: 'upload.chooseLibrary'; id: string }
  | { type: 'upload.chooseFolder'; id: string }
  | { type: 'upload.pick'; pick: Pick }
  | { type: 'upload.type'; key: number; field: RowField; value: string }
  | { type: 'upload.remove'; key: number }
  | { type: 'upload.reset' }
  | { type: 'upload.restore' }
  | { type: 'upload.showFiles'; key: number | null }
  | { type: 'upload.toggleIgnored' }
  | { type: 'upload.start' }
  | { type: 'upload.retry'; key: number | null }
  | { type: 'upload.stop'; key: number | null }
  /** Continues after a failure that stopped everything. */
  | { type: 'upload.goOn' }
  | { type: 'upload.setAuto'; isOn: boolean }
  | { type: 'upload.lookUp'; key: number }
  /** Removes the shared folder from the authors. */
  | { type: 'upload.leaveOut' }
  /** Merges loose files into one book. */
  | { type: 'upload.join' }
  | LookUpReport
  | UploadItemReport
  | LeaveWanted
  | ResourceReport<'libraries', typeof listLibraries>
  | PageRefresh
  | ModalClosed<'confirm'>
  | ServerEventOf<'server.library.added' | 'server.library.updated' | 'server.library.removed'>;
