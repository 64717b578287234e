import type { ServerContext } from '../context.ts';
import { fetchOutside } from '../http/outside.ts';
import { MAX_PICTURE_BYTES } from '../items/pictures.ts';

/** Fetches a picture. Rejects with `Request failed with status code n` for an error answer. */
export async function downloadPicture(ctx: Pick<ServerContext, 'config'>, url: string): Promise<Buffer> {
  const answer = await fetchOutside(url, {
    maxBytes: MAX_PICTURE_BYTES,
    allowPrivate: ctx.config.allowPrivateRequests,
  });
  if (answer.status !== 200) throw new Error(`Request failed with status code ${answer.status}`);
  return answer.body;
}
