import { keysOf } from '../../schemas/keys.ts';
import { cronProblem, readCron, type CronProblem } from './cron.logic.ts';

/** `daily` and `weekly` have a time. */
const INTERVALS = {
  everyMinute: '* * * * *',
  every15Minutes: '*/15 * * * *',
  every30Minutes: '*/30 * * * *',
  hourly: '0 * * * *',
  every2Hours: '0 */2 * * *',
  every6Hours: '0 */6 * * *',
  every12Hours: '0 */12 * * *',
} as const;
type Interval = keyof typeof INTERVALS;
export type ScheduleChoice = Interval | 'daily' | 'weekly';
const INTERVAL_NAMES = keysOf(INTERVALS);
export const SCHEDULE_CHOICES: readonly ScheduleChoice[] = [...INTERVAL_NAMES, 'daily', 'weekly'];

/** Values unused by the current choice are kept. */
export interface ScheduleDraft {
  readonly mode: 'simple' | 'advanced';
  readonly choice: ScheduleChoice;
  /** As `01:30`. */
  readonly time: string;
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  readonly text: string;
}
export type ScheduleProblem = CronProblem | 'noTime' | 'noWeekday';

type SimpleSchedule = Pick<ScheduleDraft, 'choice'> & Partial<Pick<ScheduleDraft, 'time' | 'weekdays'>>;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function simpleOf(expression: string): SimpleSchedule | null {
  const schedule = readCron(expression);
  if (!schedule) return null;
  const { minute, hour, day, month, weekday } = schedule;
  if (day || month) return null;
  const parts = expression.trim().split(/\s+/).join(' ');
  const choice = INTERVAL_NAMES.find((name) => INTERVALS[name] === parts);
  if (choice) return { choice };
  const [atMinute] = minute ?? [];
  const [atHour] = hour ?? [];
  if (minute?.length !== 1 || hour?.length !== 1 || atMinute === undefined || atHour === undefined) return null;
  const time = `${twoDigits(atHour)}:${twoDigits(atMinute)}`;
  return weekday ? { choice: 'weekly', time, weekdays: weekday } : { choice: 'daily', time };
}

/** Simple mode where a choice matches; hourly for null. */
export function draftOf(expression: string | null): ScheduleDraft {
  const text = expression ?? INTERVALS.hourly;
  const simple = simpleOf(text);
  return { choice: 'daily', time: '00:00', weekdays: [1], ...simple, mode: simple ? 'simple' : 'advanced', text };
}

export function expressionOf(draft: ScheduleDraft): string | null {
  if (scheduleProblem(draft) !== null) return null;
  if (draft.mode === 'advanced') return draft.text.trim().split(/\s+/).join(' ');
  if (draft.choice !== 'daily' && draft.choice !== 'weekly') return INTERVALS[draft.choice];
  const [hour, minute] = draft.time.split(':').map(Number);
  const weekdays = draft.choice === 'daily' ? '*' : draft.weekdays.toSorted((one, other) => one - other).join(',');
  return `${minute} ${hour} * * ${weekdays}`;
}

export function scheduleProblem({ mode, choice, time, weekdays, text }: ScheduleDraft): ScheduleProblem | null {
  if (mode === 'advanced') return cronProblem(text);
  if (choice !== 'daily' && choice !== 'weekly') return null;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return 'noTime';
  return choice === 'weekly' && weekdays.length === 0 ? 'noWeekday' : null;
}

/** Keeps the schedule where the new mode can show it. */
export function inMode(draft: ScheduleDraft, mode: ScheduleDraft['mode']): ScheduleDraft {
  if (mode === draft.mode) return draft;
  return mode === 'simple'
    ? { ...draft, ...simpleOf(draft.text), mode }
    : { ...draft, text: expressionOf(draft) ?? draft.text, mode };
}

export function withWeekday(draft: ScheduleDraft, weekday: number, isOn: boolean): ScheduleDraft {
  const others = draft.weekdays.filter((other) => other !== weekday);
  return { ...draft, weekdays: isOn ? [...others, weekday].toSorted((one, other) => one - other) : others };
}
