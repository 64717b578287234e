import { shallowEqual, useSelector } from '@xstate/react';
import { Send } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { selectEbookSender } from '../../machines/app/session/background.selectors.ts';
import { selectBackground, selectDevices } from '../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../app/actors-context.tsx';
import type { MenuEntry } from '../ui/menu-button.tsx';

export interface EbookOffered {
  readonly id: string;
  readonly title: string;
  readonly format: string | null;
}

export function useSendEntries({ id, title, format }: EbookOffered): readonly MenuEntry[] {
  const t = useTranslations('sendEbook');
  const session = useActorRefOf('session');
  const devices = useSelector(session, selectDevices, shallowEqual);
  const sender = useSelector(useSelector(session, selectBackground), selectEbookSender);
  if (format === null || sender === null) return [];
  const entry = (device: string, label: string) => ({
    kind: 'action' as const,
    id: `send-${device}`,
    label,
    onSelect: () => sender.send({ type: 'ebook.send', ebook: { libraryItemId: id, title, format, device } }),
  });
  const icon = <Send size={16} />;
  const [first] = devices;
  if (first === undefined) return [];
  if (devices.length === 1) return [{ ...entry(first, t('sendTo', { device: first })), icon }];
  const entries = devices.map((device) => entry(device, device));
  return [{ kind: 'submenu', id: 'send', label: t('sendToDevice'), icon, entries }];
}
