import type { EreaderDevice } from '../../schemas/api/ereader-device.ts';
import type { DeviceList, DeviceOwner } from './ereader-devices.logic.ts';

export interface EditDeviceInput extends DeviceOwner, DeviceList {
  readonly before: EreaderDevice | null;
}

export type EditDeviceOutput = readonly EreaderDevice[] | null;
