import { useTranslations } from 'use-intl';
import texts from '../../locales/notifications-en-us.json';

type Known = keyof typeof texts.notifications.event;

const isKnown = (name: string): name is Known => Object.hasOwn(texts.notifications.event, name);

/** Names an event of the server; one that is not known here has the server's own name. */
export function useEventName(): (name: string) => string {
  const t = useTranslations('notifications.event');
  return (name) => (isKnown(name) ? t(name) : name);
}
