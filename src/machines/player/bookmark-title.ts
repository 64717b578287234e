import { getPorts, type System } from '../app/ports.ts';
import { getServerSettings } from '../app/system.ts';
import { formatMoment } from '../session/moment.logic.ts';

/** The language of the texts. */
const LOCALE = 'en-us';

/** What a bookmark without a note is called: date and time as the server has them written (BKM-014); '' signed out. */
export function untitledNow(system: System): string {
  const settings = getServerSettings(system);
  if (!settings) return '';
  return formatMoment(getPorts(system).clock.now(), { date: settings.dateFormat, time: settings.timeFormat }, LOCALE);
}
