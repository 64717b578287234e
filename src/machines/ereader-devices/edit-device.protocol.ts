import type { EreaderDevice } from '../../schemas/api/ereader-device.ts';
import type { DeviceList, DeviceOwner } from './ereader-devices.logic.ts';

export interface EditDeviceInput extends DeviceOwner, DeviceList {
  /** What is changed; null adds one. */
  readonly before: EreaderDevice | null;
}

/** The devices of the scope after a save; null when nothing was saved. */
export type EditDeviceOutput = readonly EreaderDevice[] | null;
