import type { EndWanted, LeaveWanted } from '../../kit/leave-guard.actor.ts';
import type { ModalClosed } from '../../app/modals/modals.protocol.ts';
import type { ProviderNews } from '../quick-match/find-providers.actor.ts';
import type { LookUpReport } from './details-lookup.machine.ts';
import type { Pick } from './uploads.setup.ts';
import type { RowField } from './rows.logic.ts';
import type { UploadItemReport } from './upload-item.machine.ts';
import type { UploadsLeft, UploadsOpened } from './upload-visit.protocol.ts';

export type UploadsEvent =
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
  | ProviderNews
  | UploadItemReport
  | LeaveWanted
  | EndWanted
  | UploadsOpened
  | UploadsLeft
  | ModalClosed<'confirm'>;
