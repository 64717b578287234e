import type { SnapshotFrom } from 'xstate';
import type { EreaderDevice } from '../../../schemas/api/auth.ts';
import type { DeviceForm } from './ereader-devices.logic.ts';
import { isOwnDevice } from './ereader-devices.logic.ts';
import type { editDeviceMachine } from './edit-device.machine.ts';
import type { ereaderDevicesMachine } from './ereader-devices.machine.ts';

type Snapshot = SnapshotFrom<typeof ereaderDevicesMachine>;
type EditSnapshot = SnapshotFrom<typeof editDeviceMachine>;

export const selectDevices = ({ context }: Snapshot): readonly EreaderDevice[] => context.devices;
export const selectDevicePeople = ({ context }: Snapshot) => context.people;
export const selectDeviceScope = ({ context }: Snapshot) => context.scope;
export const mayChange =
  (device: EreaderDevice) =>
  ({ context: { scope, user } }: Snapshot): boolean =>
    scope === 'server' || isOwnDevice(device, user.id);
export const selectDeviceRemoval = ({ children }: Snapshot) => children.removal;

export const selectEditedDevice = ({ context: { before, people, scope } }: EditSnapshot) => ({ before, people, scope });
export const selectDeviceForm = ({ children }: EditSnapshot): DeviceForm | undefined => children.form;
