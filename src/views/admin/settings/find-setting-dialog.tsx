import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import apiKeys from '../../../locales/en-us/api-keys.json';
import authentication from '../../../locales/en-us/authentication.json';
import backups from '../../../locales/en-us/backups.json';
import email from '../../../locales/en-us/email.json';
import devices from '../../../locales/en-us/ereader-devices.json';
import texts from '../../../locales/en-us/find-setting.json';
import librarySettings from '../../../locales/en-us/library-settings.json';
import logs from '../../../locales/en-us/logs.json';
import metadata from '../../../locales/en-us/metadata-utils.json';
import notifications from '../../../locales/en-us/notifications.json';
import settings from '../../../locales/en-us/settings.json';
import users from '../../../locales/en-us/users.json';
import {
  findSettings,
  settingsOf,
  type FoundSetting,
  type TextOf,
} from '../../../machines/admin/settings/find-setting.logic.ts';
import type { FindSettingRef } from '../../../machines/admin/settings/find-setting.machine.ts';
import { selectUser } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { listOptionClass } from '../../ui/popup.ts';

const ALL = {
  ...settings,
  ...librarySettings,
  ...users,
  ...apiKeys,
  ...backups,
  ...logs,
  ...notifications,
  ...email,
  ...devices,
  ...metadata,
  ...authentication,
  ...texts,
};
const LIST = 'found-settings';
/** The height is constant while typing. */
const STEADY = 'min-h-[min(24rem,50dvh)]';
const optionId = (index: number) => `${LIST}-${index}`;

export function Modal({ modal }: { modal: FindSettingRef }) {
  return (
    <WithTexts texts={ALL}>
      <FindDialog modal={modal} />
    </WithTexts>
  );
}

/** The typed translator can't check keys of tables. */
function useTextOf(): TextOf {
  const messages = useMessages();
  return (path) => {
    const found = path
      .split('.')
      .reduce<unknown>(
        (at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined),
        messages,
      );
    return typeof found === 'string' ? found : null;
  };
}

function FindDialog({ modal }: { modal: FindSettingRef }) {
  const t = useTranslations('findSetting');
  const tCommon = useTranslations('common');
  const { query, active } = useSelector(modal, ({ context }) => context);
  const user = useSelector(useActorRefOf('session'), selectUser);
  const textOf = useTextOf();
  const found = findSettings(settingsOf(user), query, textOf);
  const field = useRef<HTMLInputElement>(null);
  const close = () => modal.send({ type: 'findSetting.close' });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    const chosen = found[active];
    if (step !== undefined) {
      modal.send({ type: 'findSetting.move', step, count: found.length });
      const next = modal.getSnapshot().context.active;
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) modal.send({ type: 'findSetting.choose', to: chosen.to });
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      title={t('title')}
      closeLabel={tCommon('close')}
      width={560}
      maxHeight={620}
      initialFocus={field}
      onDismiss={close}
    >
      <div className="relative pt-1">
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-1 bottom-0 my-auto text-ink-3"
        />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-label={t('label')}
          aria-expanded={found.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={found[active] ? optionId(active) : undefined}
          placeholder={t('label')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => modal.send({ type: 'findSetting.type', text: event.currentTarget.value })}
          onKeyDown={press}
          className="min-h-10 w-full min-w-0 rounded-md border border-line-strong bg-surface-1 ps-10 pe-3 text-base text-ink placeholder:text-ink-2 focus-visible:outline-offset-0 touch:min-h-11 touch:text-[1rem]"
        />
      </div>
      <p role="status" className={found.length === 0 ? `px-2.5 py-6 text-sm text-ink-2 ${STEADY}` : 'sr-only'}>
        {found.length === 0
          ? t('none', { text: query.trim() })
          : query.trim() !== '' && t('found', { count: found.length })}
      </p>
      <div id={LIST} role="listbox" aria-label={t('results')} hidden={found.length === 0} className={`pt-2 ${STEADY}`}>
        {found.map((one, index) => (
          <Option key={one.id} modal={modal} found={one} index={index} isActive={index === active} textOf={textOf} />
        ))}
      </div>
    </Dialog>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

interface OptionProps {
  modal: FindSettingRef;
  found: FoundSetting;
  index: number;
  isActive: boolean;
  textOf: TextOf;
}

function Option({ modal, found, index, isActive, textOf }: OptionProps) {
  const isPage = found.id === found.page;
  return (
    <button
      type="button"
      tabIndex={-1}
      id={optionId(index)}
      role="option"
      aria-selected={isActive}
      data-highlighted={isActive ? '' : undefined}
      className={`${listOptionClass} w-full justify-between gap-4 text-start`}
      onPointerMove={() => {
        if (!isActive) modal.send({ type: 'findSetting.select', index });
      }}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => modal.send({ type: 'findSetting.choose', to: found.to })}
    >
      <span className="min-w-0 truncate">{textOf(found.label)}</span>
      {!isPage && <span className="shrink-0 text-xs text-ink-2">{textOf(`pages.${found.page}`)}</span>}
    </button>
  );
}
