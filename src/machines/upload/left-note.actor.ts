import { fromCallback } from 'xstate';
import { uploadLeft, type UploadLeft } from '../../schemas/upload-left.ts';
import { defineStored } from '../../services/storage.ts';
import { getPorts } from '../app/ports.ts';

/** What this tab knows after a reload of what was to be uploaded. */
export const UPLOAD_LEFT = defineStored('earmark.uploadLeft', uploadLeft);

/**
 * Notes that something is not uploaded, for as long as it is so: a page that is reloaded ends without the end of this
 * actor, so that the note is still there.
 */
export const leftNote = fromCallback<{ type: 'none' }, UploadLeft>(({ input, system }) => {
  const { tabStorage } = getPorts(system);
  void tabStorage.write(UPLOAD_LEFT, input);
  return () => tabStorage.remove(UPLOAD_LEFT);
});
