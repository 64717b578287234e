/** Limit per step of opening a book, in ms: some libraries never report failures. */
const LIMIT_MS = 20_000;

/** The result, or a rejection after 20 s. */
export function within<Result>(work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The book does not open in time')), LIMIT_MS);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
