/**
 * Selection of `npm run test:mutants`: parts of paths, `queue.machine.ts` or `queue.machine.ts:41` for one line; none
 * for everything. `has(file)`: any of a file is selected, `has(file, from, to)`: any of these lines, `isWhole(file)`:
 * all of it.
 */
export function wantedBy(parts) {
  const wants = parts.map((part) => {
    const [, text, line] = /^(.*?)(?::(\d+))?$/.exec(part);
    return { text, line: line === undefined ? undefined : Number(line) };
  });
  return {
    isWhole: (file) => wants.length === 0 || wants.some(({ text, line }) => line === undefined && file.includes(text)),
    has: (file, from, to) =>
      wants.length === 0 ||
      wants.some(
        ({ text, line }) =>
          file.includes(text) && (line === undefined || from === undefined || (from <= line && line <= to)),
      ),
  };
}
