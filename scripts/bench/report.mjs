/** The middle value; of an even number the mean of the two in the middle. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The quantile of a share (0 to 1). */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/**
 * The table of all measures. `rows` per measure: name, unit, limit (null: reported only), digits after the point,
 * values of all runs, and those in front of another server where measured.
 */
export function formatReport(rows) {
  const round = (value, digits) => value.toFixed(digits);
  const cells = rows.map(({ name, unit, limit, digits = 0, values, upstream = [] }) => {
    const through = upstream.length === 0 ? '' : `${round(median(upstream), digits)} ${unit}`;
    if (values.length === 0) return [name, 'not measured', '', limit === null ? '' : `${limit} ${unit}`, '-', through];
    const middle = median(values);
    return [
      name,
      `${round(middle, digits)} ${unit}`,
      `${round(Math.min(...values), digits)} to ${round(Math.max(...values), digits)} (${values.length})`,
      limit === null ? '' : `${limit} ${unit}`,
      limit === null ? '' : middle <= limit ? 'met' : `over by ${round(middle - limit, digits)} ${unit}`,
      through,
    ];
  });
  const header = ['measure', 'median', 'range (runs)', 'limit', '', 'through --upstream'];
  const widths = header.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

/** Names of the measures that miss their limit or failed. */
export function misses(rows) {
  return rows
    .filter(({ limit, values }) => limit !== null && (values.length === 0 || median(values) > limit))
    .map(({ name }) => name);
}
