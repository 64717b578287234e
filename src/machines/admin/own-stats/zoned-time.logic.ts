export interface ZonedTime {
  /** `yyyy-MM-dd`. */
  readonly day: string;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** 0..23. */
  readonly hour: number;
  /** Seconds since the hour began. */
  readonly intoHour: number;
}

const LAST_MS = Date.UTC(9999, 11, 30);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `moment` in ms; null outside of the calendar. */
export function zonedTime(moment: number, zone: string): ZonedTime | null {
  if (!(moment >= 0 && moment < LAST_MS)) return null;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? '0';
  const day = [part('year').padStart(4, '0'), part('month'), part('day')].join('-');
  return {
    day,
    weekday: new Date(`${day}T00:00:00Z`).getUTCDay(),
    hour: Number(part('hour')),
    intoHour: Number(part('minute')) * 60 + Number(part('second')) + (moment % 1000) / 1000,
  };
}
