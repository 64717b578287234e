/**
 * Loads something once: whoever asks later has it at once, where `import` would take some turns of the event loop even
 * for code that is there. What failed is loaded again.
 */
export function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | null = null;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = null;
      throw cause;
    });
    return loading;
  };
}
