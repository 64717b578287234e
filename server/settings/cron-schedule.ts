import type { ServerContext } from '../context.ts';

const ranges = [[0, 59], [0, 23], [1, 31], [1, 12], [0, 7]] as const;
const names: Readonly<Record<string, number>> = {
  jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12,
  sun: 0, mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6,
};

/** Whether a valid cron expression of five fields names the minute of `date`. Days of month and of week are joined by "or" when both are limited. */
export function isDue(expression: string, date: Date): boolean {
  const fields = expression.trim().toLowerCase().split(/\s+/);
  const now = [date.getMinutes(), date.getHours(), date.getDate(), date.getMonth() + 1, date.getDay()];
  const matches = fields.map((field, index) => matchesField(field, index, now[index] ?? 0));
  const [minute, hour, day, month, weekday] = matches;
  const bothLimited = fields[2] !== '*' && fields[4] !== '*';
  return Boolean(minute && hour && month && (bothLimited ? day || weekday : day && weekday));
}

function matchesField(field: string, index: number, now: number): boolean {
  const [min, max] = ranges[index] ?? [0, 0];
  return field.split(',').some((entry) => {
    const [range = '', step = '1'] = entry.split('/');
    const [from = '', to] = range === '*' ? [String(min), String(max)] : range.split('-');
    const first = valueOf(from);
    const last = to === undefined ? (entry.includes('/') ? max : first) : valueOf(to);
    for (let value = first; value <= last; value += Number(step)) {
      if (value === now || (index === 4 && value % 7 === now)) return true;
    }
    return false;
  });
}

function valueOf(text: string): number {
  return names[text.slice(0, 3)] ?? Number(text);
}

/**
 * Runs work whenever a schedule is due, looking once a minute; `expression` is read each time, null pauses. Work that still runs
 * is not started again; its failure goes to the log.
 */
export function everyMinute(ctx: Pick<ServerContext, 'onClose' | 'log'>, expression: () => string | null, work: () => Promise<void>): void {
  let isRunning = false;
  let lastMinute = -1;
  const look = async (): Promise<void> => {
    const minute = Math.floor(Date.now() / 60_000);
    const schedule = expression();
    if (isRunning || minute === lastMinute || schedule === null || !isDue(schedule, new Date(minute * 60_000))) return;
    lastMinute = minute;
    isRunning = true;
    try {
      await work();
    } catch (cause) {
      ctx.log.error('Schedule', cause instanceof Error ? cause.message : String(cause));
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void look(), 20_000);
  timer.unref();
  ctx.onClose(() => clearInterval(timer));
}
