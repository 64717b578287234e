import { compare, hash as bcryptHash } from 'bcryptjs';

const COST = 10;

/** Hashing runs one at a time: bcrypt works in slices on the event loop, and many in a row would starve every other request. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work, work);
  queue = result.catch(() => undefined);
  return result;
}

/** The bcrypt hash that is stored, made when its turn has come. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => bcryptHash(password, COST));
}

/** Of an unknown account nothing is known but the time that a comparison takes. */
const unknownHash = '$2b$10$CwTycUXWue0Thq9StjUM0uJ8.lR8HaREDkPvxs1mZ0f3GZc2qkWcO';

/** True when the password belongs to the hash; undefined stands for an unknown account and costs the same time. */
export function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  return inTurn(async () => (await compare(password, hash ?? unknownHash)) && hash !== undefined);
}
