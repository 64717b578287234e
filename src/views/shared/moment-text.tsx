import { shallowEqual, useSelector } from '@xstate/react';
import { useLocale } from 'use-intl';
import { selectMomentFormats } from '../../machines/app/session/session.selectors.ts';
import { formatByPattern, formatMoment } from '../../machines/kit/moment.logic.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import { formatRelative } from '../format/dates.ts';

/** Formats ms by the server's date and time formats. */
export function useMomentText(): (at: number) => string {
  const formats = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const locale = useLocale();
  return (at) => formatMoment(at, formats, locale);
}

export function useDateText(): (at: number) => string {
  const { date } = useSelector(useActorRefOf('session'), selectMomentFormats, shallowEqual);
  const locale = useLocale();
  return (at) => formatByPattern(at, date, locale);
}

/** With the exact time in a tooltip. Both in ms. */
export function RelativeMoment({ at, now }: { at: number; now: number }) {
  const locale = useLocale();
  const whole = useMomentText()(at);
  return (
    <time dateTime={new Date(at).toISOString()} data-tip={whole} className="whitespace-nowrap">
      {formatRelative(Math.min(at, now), now, locale)}
    </time>
  );
}
