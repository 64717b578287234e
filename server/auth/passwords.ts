import { compare, compareSync, hash as bcryptHash, hashSync } from 'bcryptjs';
import type { Readers } from '../readers/readers.ts';

const COST = 10;

/** Work of bcrypt in a reader thread: it takes a tenth of a second. Without threads it works in slices. */
export const passwordAnswers = {
  passwordHash: (_database: unknown, { password }: { password: string }) => ({ hash: hashSync(password, COST) }),
  passwordMatches: (_database: unknown, { password, hash }: { password: string; hash: string }) => ({
    matches: compareSync(password, hash),
  }),
};

/** One at a time, so that many of them leave threads for other answers. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = queue.then(work, work);
  queue = result.catch(() => undefined);
  return result;
}

/** The bcrypt hash to store. */
export function hashPassword(readers: Readers, password: string): Promise<string> {
  return inTurn(async () => {
    if (!readers.hasThreads) return bcryptHash(password, COST);
    const { hash } = JSON.parse(await readers.answer('passwordHash', { password })) as { hash: string };
    return hash;
  });
}

/** Compared for an unknown account, so that its answer takes as long as any other. */
const unknownHash = `$2b$${COST}$${'.'.repeat(53)}`;

/** True when the password belongs to the hash; undefined stands for an unknown account and costs the same time. */
export function verifyPassword(readers: Readers, password: string, hash: string | undefined): Promise<boolean> {
  const requested = { password, hash: hash ?? unknownHash };
  return inTurn(async () => {
    if (!readers.hasThreads) return (await compare(requested.password, requested.hash)) && hash !== undefined;
    const { matches } = JSON.parse(await readers.answer('passwordMatches', requested)) as { matches: boolean };
    return matches && hash !== undefined;
  });
}
