import { givens, type GivenRequest } from './givens.ts';
import type { Ids } from './ids.ts';
import type { Recorded } from './recorded.ts';
import type { Call, Reply, World } from './world.ts';

/** A recorded request, prepared for our installation. */
export interface Prepared {
  readonly call: Call;
  readonly send: () => Promise<Reply>;
  readonly after: GivenRequest['after'];
}

/** Prepares a recorded request and inserts our ids. */
export async function prepare(world: World, ids: Ids, { name, request }: Recorded): Promise<Prepared> {
  const changed = await givens[name]?.({ world, ids });
  const body = await ids.value(request.body);
  const parts = typeof body === 'object' && body !== null && '$multipart' in body ? body.$multipart : undefined;
  const { 'content-type': _type, authorization: _scheme, cookie: _cookie, ...headers } = request.headers;
  const call = {
    method: request.method,
    path: changed?.path ?? (await ids.path(request.path)),
    query: changed?.path?.includes('?') ? {} : await ids.query(request.query),
    body: changed?.body ?? (parts ? formOf(parts as never) : body),
    headers: { ...headers, ...changed?.headers },
  };
  return { call, send: () => world.send(request.as, call), after: changed?.after };
}

function formOf(
  parts: readonly { name: string; filename?: string; value?: string; contentType?: string; bytes?: number }[],
): FormData {
  const form = new FormData();
  for (const { name, filename, value, contentType, bytes } of parts) {
    if (filename === undefined) form.append(name, value ?? '');
    else form.append(name, new Blob([new Uint8Array(bytes ?? 1)], { type: contentType ?? '' }), filename);
  }
  return form;
}
