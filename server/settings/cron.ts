interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'week day', min: 0, max: 7, names: days },
];

/** What is wrong with a cron expression of five fields, in the words of the real server; null when nothing is. */
export function cronProblem(expression: string): string | null {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== fields.length) return `${expression} is a invalid expression`;
  for (const [index, field] of fields.entries()) {
    const part = parts[index] ?? '';
    if (!isValidField(part.toLowerCase(), field)) return `${part} is a invalid expression for ${field.name}`;
  }
  return null;
}

function isValidField(part: string, field: Field): boolean {
  return part.split(',').every((entry) => {
    const match = /^(\*|[a-z0-9]+(?:-[a-z0-9]+)?)(?:\/(\d+))?$/.exec(entry);
    if (!match) return false;
    const [, range = '', step] = match;
    if (step !== undefined && Number(step) < 1) return false;
    if (range === '*') return true;
    const [from, to] = range.split('-').map((value) => valueOf(value, field));
    return from !== undefined && (!range.includes('-') || (to !== undefined && from <= to));
  });
}

function valueOf(text: string, { min, max, names = [] }: Field): number | undefined {
  const named = names.indexOf(text.slice(0, 3));
  const value = /^\d+$/.test(text) ? Number(text) : named < 0 ? Number.NaN : named + min;
  return value >= min && value <= max ? value : undefined;
}
