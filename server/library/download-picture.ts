import type { ServerContext } from '../context.ts';
import { customProvidersIn } from '../system/custom-providers.repo.ts';
import { fetchOutside } from '../http/outside.ts';
import { MAX_PICTURE_BYTES } from '../items/pictures.ts';

/**
 * Fetches a picture; one of a provider that an administrator added may be on the own network. Rejects with `Request
 * failed with status code n` for an error answer.
 */
export async function downloadPicture(ctx: Pick<ServerContext, 'config' | 'store'>, url: string): Promise<Buffer> {
  const origin = URL.canParse(url) ? new URL(url).origin : '';
  const isTrusted = customProvidersIn(ctx.store.database)
    .all()
    .some((provider) => new URL(provider.url).origin === origin);
  const answer = await fetchOutside(url, {
    maxBytes: MAX_PICTURE_BYTES,
    allowPrivate: ctx.config.allowPrivateRequests,
    ...(isTrusted ? { trustedOrigin: origin } : {}),
  });
  if (answer.status !== 200) throw new Error(`Request failed with status code ${answer.status}`);
  return answer.body;
}
