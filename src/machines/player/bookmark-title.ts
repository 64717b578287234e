import { getPorts, type System } from '../app/ports.ts';
import { getServerSettings } from '../app/system.ts';
import { formatMoment } from '../session/moment.logic.ts';

const LOCALE = 'en-us';

export function untitledNow(system: System): string {
  const settings = getServerSettings(system);
  if (!settings) return '';
  return formatMoment(getPorts(system).clock.now(), { date: settings.dateFormat, time: settings.timeFormat }, LOCALE);
}
