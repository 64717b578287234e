import { fromPromise } from 'xstate';
import { createUrls } from '../../services/urls.ts';
import { getPorts } from '../app/ports.ts';
import { requestToken } from '../app/token.ts';

export interface SaveFileInput {
  readonly itemId: string;
  readonly ino: string | null;
  readonly name: string;
  readonly blob: Blob | null;
}

export const saveFile = fromPromise<void, SaveFileInput>(async ({ input, system }) => {
  const { baseUrl, page, readers } = getPorts(system);
  const { itemId, ino, name, blob } = input;
  if (blob) page.download(readers.urlOf(blob), name);
  else page.download(createUrls(baseUrl).ebook(itemId, ino, await requestToken(system)), name);
});
