import { useTranslations } from 'use-intl';
import texts from '../../locales/en-us/keys.json';
import { HOTKEYS } from '../../machines/playback/player/hotkeys.logic.ts';
import { HELP_KEY, INSPECTOR_KEY, SEARCH_KEY } from '../../machines/kit/keys.logic.ts';
import { WithTexts } from '../texts/with-texts.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TOAST_KEY } from '../ui/toast.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/** The rows of the player come from its list of hotkeys; the others stand here. */
export function KeysDialog({ onDismiss }: { onDismiss: () => void }) {
  return (
    <WithTexts texts={texts}>
      <Keys onDismiss={onDismiss} />
    </WithTexts>
  );
}

function Keys({ onDismiss }: { onDismiss: () => void }) {
  const t = useTranslations('keys');
  const tCommon = useTranslations('common');
  return (
    <Dialog open textOnly title={t('title')} closeLabel={tCommon('close')} onDismiss={onDismiss}>
      <h3 className="pb-1 text-sm font-medium text-ink-2">{t('player')}</h3>
      <dl>
        {HOTKEYS.map(({ name, key, shift }) => (
          <Row key={name} text={t(`of.${name}`)} keys={shift === true ? ['Shift', key] : [key]} />
        ))}
      </dl>
      <h3 className="pt-4 pb-1 text-sm font-medium text-ink-2">{t('selection')}</h3>
      <dl>
        <Row text={t('of.select')} keys={['Shift', ' ']} />
        <Row text={t('of.selectRange')} keys={['Shift', 'ArrowRight']} />
        <Row text={t('of.selectAll')} keys={['Control', 'a']} />
        <Row text={t('of.deselect')} keys={['Escape']} />
      </dl>
      <h3 className="pt-4 pb-1 text-sm font-medium text-ink-2">{t('everywhere')}</h3>
      <dl>
        <Row text={t('of.search')} keys={[SEARCH_KEY]} />
        <Row text={t('of.help')} keys={[HELP_KEY]} />
        <Row text={t('of.notification')} keys={[TOAST_KEY]} />
        <Row text={t('of.inspector')} keys={['Shift', INSPECTOR_KEY]} />
      </dl>
    </Dialog>
  );
}

const SIGNS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };
const NAMED = ['Space', 'Shift', 'Control', 'Escape', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;

function Row({ text, keys }: { text: string; keys: readonly string[] }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b border-line text-sm last:border-b-0">
      <dt className="text-ink">{text}</dt>
      <dd dir="ltr" className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Key key={key} name={key === ' ' ? 'Space' : key} />
        ))}
      </dd>
    </div>
  );
}

function Key({ name }: { name: string }) {
  const t = useTranslations('keys.names');
  const known = NAMED.find((one) => one === name);
  const text = known ? t(known) : name.toUpperCase();
  const sign = SIGNS[name];
  return (
    <kbd className="grid h-6 min-w-6 place-items-center rounded-sm border border-line-strong bg-surface-2 px-1.5 font-sans text-xs text-ink">
      {sign ? (
        <>
          <span aria-hidden="true">{sign}</span>
          <VisuallyHidden>{text}</VisuallyHidden>
        </>
      ) : (
        text
      )}
    </kbd>
  );
}
