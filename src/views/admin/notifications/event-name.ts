import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/notifications.json';

type Known = keyof typeof texts.notifications.event;

const isKnown = (name: string): name is Known => Object.hasOwn(texts.notifications.event, name);

/** Unknown events have the server's name. */
export function useEventName(): (name: string) => string {
  const t = useTranslations('notifications.event');
  return (name) => (isKnown(name) ? t(name) : name);
}
