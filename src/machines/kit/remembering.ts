/** Memoizes a selector by parts of the context. Keeps one result, so use one per actor. */
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
