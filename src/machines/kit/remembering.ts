/**
 * Makes selectors that keep their result: it is made again when a part of the context is another object than before.
 * Each keeps one result, so it is for one actor at a time.
 */
export const remembering =
  <Context>() =>
  <Result>(parts: (context: Context) => readonly unknown[], make: (context: Context) => Result) => {
    let last: { readonly key: readonly unknown[]; readonly result: Result } | null = null;
    return ({ context }: { readonly context: Context }): Result => {
      const key = parts(context);
      if (!last?.key.every((part, index) => part === key[index])) last = { key, result: make(context) };
      return last.result;
    };
  };
