import type { Capabilities } from '../schemas/capabilities.ts';
import { localStorageOrNull } from './storage.ts';

function sharesPictures(): boolean {
  const probe = new File([''], 'picture.png', { type: 'image/png' });
  return typeof navigator.canShare === 'function' && navigator.canShare({ files: [probe] });
}

/** iPhones and iPads ignore what a page sets. */
function setsVolume(): boolean {
  const probe = document.createElement('audio');
  probe.volume = 0.5;
  return probe.volume === 0.5;
}

export const readCapabilities = (): Capabilities => ({
  setsVolume: setsVolume(),
  sharesPictures: sharesPictures(),
  choosesFolders: 'webkitdirectory' in HTMLInputElement.prototype,
  speaks: 'speechSynthesis' in window,
  keepsData: localStorageOrNull() !== null,
});
