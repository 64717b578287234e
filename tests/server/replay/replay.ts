import { differences } from './compare.ts';
import { givens } from './givens.ts';
import { createIds } from './ids.ts';
import { recordings, type Recorded } from './recorded.ts';
import type { Reply, World } from './world.ts';

/** What is different in our answer; an empty list when nothing is. */
export function problemsOf({ response }: Recorded, reply: Reply): string[] {
  const recordedType = typeof response.headers['content-type'] === 'string' ? (response.headers['content-type'].split(';')[0] ?? null) : null;
  if (reply.status !== response.status) return [`status ${reply.status} instead of ${response.status}: ${JSON.stringify(reply.body).slice(0, 120)}`];
  if (familyOf(reply.type) !== familyOf(recordedType)) return [`${reply.type} instead of ${recordedType}`];
  const { body } = response;
  if (typeof body === 'object' && body !== null && '$binary' in body) return [];
  if (typeof body === 'string') return textProblem(body, reply.body);
  return body === null ? [] : differences(reply.body, body);
}

/** Texts are the same, apart from pages and generated files. */
function textProblem(recorded: string, mine: unknown): string[] {
  const isGenerated = /^(<!DOCTYPE|<\?xml|#EXTM3U)/i.test(recorded);
  const [left, right] = isGenerated ? [String(mine).slice(0, 5), recorded.slice(0, 5)] : [mine, recorded];
  return left === right ? [] : [`"${String(left).slice(0, 100)}" instead of "${String(right).slice(0, 100)}"`];
}

const isReading = ({ request, response }: Recorded) => request.method === 'GET' || request.method === 'OPTIONS' || (response.status ?? 0) >= 400;

/** What ends something comes after what needs it. */
const isEnd = ({ name }: Recorded) => /delete|remove|close|apply|cancel/.test(name);

/** Reads and refusals first, then what changes something, then what ends something; each by name. */
function ordered(list: readonly Recorded[]): Recorded[] {
  const changes = list.filter((recording) => !isReading(recording));
  return [...list.filter(isReading), ...changes.filter((recording) => !isEnd(recording)), ...changes.filter(isEnd)];
}

/** The files of our library are others: any picture is a picture, any sound a sound (also within a transport stream), any ebook an ebook. */
const familyOf = (type: string | null) =>
  type?.replace(/^image\/.*/, 'picture').replace(/^(audio\/.*|video\/mp2t)/, 'sound').replace(/^application\/(epub\+zip|pdf|x-mobipocket-ebook)/, 'ebook') ?? null;

function formOf(parts: readonly { name: string; filename?: string; value?: string; contentType?: string; bytes?: number }[]): FormData {
  const form = new FormData();
  for (const { name, filename, value, contentType, bytes } of parts) {
    if (filename === undefined) form.append(name, value ?? '');
    else form.append(name, new Blob([new Uint8Array(bytes ?? 1)], { type: contentType ?? '' }), filename);
  }
  return form;
}

/** Replays recordings one after the other; what differs, by name. */
export async function replay(world: World, isReplayed: (name: string) => boolean): Promise<{ readonly replayed: string[]; readonly problems: Record<string, string[]> }> {
  const ids = await createIds(world);
  const replayed: string[] = [];
  const problems: Record<string, string[]> = {};
  for (const recording of ordered(recordings.filter(({ name }) => isReplayed(name)))) {
    const { name, request } = recording;
    try {
      const changed = await givens[name]?.({ world, ids });
      const body = await ids.value(request.body);
      const parts = typeof body === 'object' && body !== null && '$multipart' in body ? body.$multipart : undefined;
      const { 'content-type': _type, authorization: _scheme, cookie: _cookie, ...headers } = request.headers;
      const reply = await world.send(request.as, {
        method: request.method,
        path: changed?.path ?? (await ids.path(request.path)),
        query: changed?.path?.includes('?') ? {} : await ids.query(request.query),
        body: changed?.body ?? (parts ? formOf(parts as never) : body),
        headers: { ...headers, ...changed?.headers },
      });
      replayed.push(name);
      const found = problemsOf(recording, reply);
      if (found.length > 0) problems[name] = found.slice(0, 6);
    } catch (cause) {
      problems[name] = [cause instanceof Error ? cause.message : String(cause)];
    }
  }
  return { replayed, problems };
}
