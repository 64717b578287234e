import { differences } from './compare.ts';
import { isDeviation, isEarly, isOfAnotherMoment, isUnordered, isValueDeviation } from './exceptions.ts';
import { liveThrough } from './history.ts';
import { createIds } from './ids.ts';
import { atItsMoment } from './moments.ts';
import { recordings, type Recorded } from './recorded.ts';
import { prepare } from './send.ts';
import { isOwn, valueDifferences } from './values.ts';
import type { Reply, World } from './world.ts';

/** Differences of our answer; empty when there are none. */
export function problemsOf({ response }: Recorded, reply: Reply): string[] {
  const recordedType =
    typeof response.headers['content-type'] === 'string'
      ? (response.headers['content-type'].split(';')[0] ?? null)
      : null;
  if (reply.status !== response.status)
    return [`status ${reply.status} instead of ${response.status}: ${JSON.stringify(reply.body).slice(0, 120)}`];
  if (familyOf(reply.type) !== familyOf(recordedType)) return [`${reply.type} instead of ${recordedType}`];
  const { body } = response;
  if (typeof body === 'object' && body !== null && '$binary' in body) return [];
  if (typeof response.headers['location'] === 'string')
    return redirectProblems(response.headers['location'], reply.headers.get('location'));
  if (typeof body === 'string') return textProblem(body, reply.body);
  return body === null ? [] : differences(reply.body, body);
}

/** Reads are compared by value; counts only where the installation was then as it is now. */
function valuesOf({ name, request, response }: Recorded, reply: Reply): string[] {
  const isComparable =
    request.method === 'GET' &&
    typeof response.body === 'object' &&
    response.body !== null &&
    !('$binary' in response.body) &&
    reply.status === response.status;
  return isComparable
    ? valueDifferences(reply.body, response.body, {
        isWhole: (path) => !isOfAnotherMoment(name, path),
        isUnordered: isUnordered(name),
        isOwn,
      })
    : [];
}

/** A redirect leads to the same page, with the same members of its query; random values differ. */
function redirectProblems(recorded: string, mine: string | null): string[] {
  const [left, right] = [new URL(mine ?? '', 'http://here.test'), new URL(recorded, 'http://here.test')];
  // The recorded provider has paths of its own.
  const isSamePage = right.pathname.startsWith('/oidc/') || left.pathname === right.pathname;
  return [
    ...(isSamePage ? [] : [`location: "${mine}" instead of "${recorded}"`]),
    ...differences(Object.fromEntries(left.searchParams), Object.fromEntries(right.searchParams)).map(
      (problem) => `location.${problem}`,
    ),
  ];
}

/** Texts are the same, apart from pages and generated files. */
function textProblem(recorded: string, mine: unknown): string[] {
  const isGenerated = /^(<!DOCTYPE|<\?xml|#EXTM3U)/i.test(recorded);
  const [left, right] = isGenerated ? [String(mine).slice(0, 5), recorded.slice(0, 5)] : [mine, recorded];
  return left === right ? [] : [`"${String(left).slice(0, 100)}" instead of "${String(right).slice(0, 100)}"`];
}

const isReading = ({ request, response }: Recorded) =>
  request.method === 'GET' || request.method === 'OPTIONS' || (response.status ?? 0) >= 400;

/** Calls that end something come after those that need it. */
const isEnd = ({ name }: Recorded) => /delete|remove|close|apply|cancel/.test(name);

/** Removes items that were not named. */
const isOfMany = ({ name }: Recorded) => name.startsWith('libraries/');

/** Reads and refusals first, then changes, then removals; each by name. */
function ordered(list: readonly Recorded[]): Recorded[] {
  const changes = list.filter((recording) => !isReading(recording));
  const ends = changes.filter(isEnd);
  return [
    ...list.filter(isReading),
    ...changes.filter((recording) => !isEnd(recording)),
    ...ends.filter((recording) => !isOfMany(recording)),
    ...ends.filter(isOfMany),
  ];
}

/**
 * Our library has other files: any picture matches a picture, any sound a sound (also within a transport stream), any
 * ebook an ebook.
 */
const familyOf = (type: string | null) =>
  type
    ?.replace(/^image\/.*/, 'picture')
    .replace(/^(audio\/.*|video\/mp2t)/, 'sound')
    .replace(/^application\/(epub\+zip|pdf|x-mobipocket-ebook)/, 'ebook') ?? null;

const pathOf = (problem: string): string => problem.split(': ', 1)[0] ?? '';

/** Replays recordings one after the other; returns the differences by name. */
export async function replay(
  world: World,
  isReplayed: (name: string) => boolean,
): Promise<{ readonly replayed: string[]; readonly problems: Record<string, string[]> }> {
  const ids = await createIds(world);
  const replayed: string[] = [];
  const problems: Record<string, string[]> = {};
  const replayOne = async (recording: Recorded): Promise<void> => {
    const { name } = recording;
    try {
      const { send, after } = await prepare(world, ids, recording);
      const reply = await atItsMoment(world, ids, recording, send);
      replayed.push(name);
      await after?.();
      const shape = problemsOf(recording, reply).filter((problem) => !isDeviation(name, pathOf(problem)));
      const found = [
        ...shape,
        ...valuesOf(recording, reply).filter((problem) => !isValueDeviation(name, pathOf(problem))),
      ];
      if (found.length > 0) problems[name] = found.slice(0, 6);
    } catch (cause) {
      problems[name] = [cause instanceof Error ? cause.message : String(cause)];
    }
  };
  const wanted = recordings.filter(({ name }) => isReplayed(name));
  for (const recording of wanted.filter(({ name }) => isEarly(name))) await replayOne(recording);
  await liveThrough(world, ids);
  for (const recording of ordered(wanted.filter(({ name }) => !isEarly(name)))) await replayOne(recording);
  return { replayed, problems };
}
