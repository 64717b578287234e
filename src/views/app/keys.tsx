import { KEYS_MENU } from '../../machines/session/keys.logic.ts';
import { chunk } from '../ui/chunk.tsx';
import { useMenu } from './actors-context.tsx';

const keysDialog = chunk(async () => (await import('./keys-dialog.tsx')).KeysDialog);

export function Keys() {
  const { open, onOpenChange } = useMenu(KEYS_MENU);
  return open && <keysDialog.View onDismiss={() => onOpenChange(false)} />;
}
