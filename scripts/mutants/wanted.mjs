/**
 * What `npm run test:mutants` is asked for: parts of paths, `queue.machine.ts` or `queue.machine.ts:41` for one line;
 * none for everything. `has(file)` says whether anything of a file is wanted, `has(file, from, to)` whether something of
 * these lines is, `isWhole(file)` whether all of it is.
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
