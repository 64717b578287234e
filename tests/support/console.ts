const unexpected: unknown[] = [];

for (const level of ['warn', 'error'] as const) {
  const write = console[level];
  console[level] = (...words: unknown[]) => {
    unexpected.push(words[0]);
    write(...words);
  };
}

/**
 * Throws on a console warning or error since the last call, unless a test has replaced the console: misuse that React
 * and XState report only in development.
 */
export function failOnUnexpected(): void {
  const said = unexpected.splice(0);
  if (said.length > 0) throw new Error(`On the console: ${said.join('; ')}`);
}
