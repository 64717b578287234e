import { fromCallback } from 'xstate';
import { uploadLeft, type UploadLeft } from '../../schemas/upload-left.ts';
import { defineStored } from '../../services/storage.ts';
import { getPorts } from '../app/ports.ts';

export const UPLOAD_LEFT = defineStored('earmark.uploadLeft', uploadLeft);

/** Stored while something is not uploaded. A reload ends the page without stopping this actor, so the note survives. */
export const leftNote = fromCallback<{ type: 'none' }, UploadLeft>(({ input, system }) => {
  const { tabStorage } = getPorts(system);
  void tabStorage.write(UPLOAD_LEFT, input);
  return () => tabStorage.remove(UPLOAD_LEFT);
});
