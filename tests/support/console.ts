const unexpected: unknown[] = [];

for (const level of ['warn', 'error'] as const) {
  const write = console[level];
  console[level] = (...words: unknown[]) => {
    unexpected.push(words[0]);
    write(...words);
  };
}

/**
 * Throws when a warning or an error came on the console since the last call that no test had replaced: a wrong use that
 * React and XState only tell of while developing.
 */
export function failOnUnexpected(): void {
  const said = unexpected.splice(0);
  if (said.length > 0) throw new Error(`On the console: ${said.join('; ')}`);
}
