import { exportOpml } from '../../../services/endpoints/podcasts.ts';
import { textFileUrl } from '../../../services/text-file.ts';
import { getPorts } from '../../kit/ports.ts';
import type { System } from '../../kit/ports.ts';
import type { SaveOpmlInput } from './bookshelf.protocol.ts';

/** Saves the feeds of a podcast library as an OPML file. Rejects with `AppException`. */
export async function saveOpml({ libraryId, name }: SaveOpmlInput, system: System, signal: AbortSignal): Promise<void> {
  const { api, page } = getPorts(system);
  const text = await api.call(exportOpml, { libraryId }, signal);
  page.download(textFileUrl(text, 'text/x-opml;charset=utf-8'), `${fileName(name)}.opml`);
}

const fileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|]/g, '-').trim() || 'podcasts';
