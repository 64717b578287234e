import { useSelector } from '@xstate/react';
import { LibraryBig, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/library-settings.json';
import { selectDataState } from '../../../machines/kit/kit.selectors.ts';
import type { LibraryListRef } from '../../../machines/admin/library-settings/library-list.machine.ts';
import { selectSaid, selectShownLibraries } from '../../../machines/admin/library-settings/library-list.logic.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { DataContent } from '../../shared/data-content.tsx';
import { SettingsFrame } from '../../shared/settings-frame.tsx';
import { messageText } from '../../texts/message-text.ts';
import { WithTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Button } from '../../ui/button.tsx';
import { useCarried } from '../../ui/drag-row.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useIsPhone } from '../../ui/media-query.ts';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { LibraryRow } from './library-row.tsx';

/** Rem. */
const ROW_REM = 4;
const PHONE_ROW_REM = 4.5;

export function Page() {
  return (
    <WithTexts texts={texts}>
      <Libraries />
    </WithTexts>
  );
}

function Libraries() {
  const t = useTranslations('librarySettings');
  return (
    <SettingsFrame title={t('title')} intro={t('intro')} actions={<Add />}>
      <DataContent loading={t('loading')} failed={t('failed')}>
        <Listed />
      </DataContent>
    </SettingsFrame>
  );
}

function Add() {
  const t = useTranslations('librarySettings');
  const page = usePageRef<LibraryListRef>();
  const state = useSelector(page, selectDataState);
  if (state !== 'shown') return null;
  return (
    <Button
      data-setting="add"
      variant="primary"
      icon={<Plus size={16} />}
      onClick={() => page.send({ type: 'libraryList.edit', id: null })}
    >
      {t('add')}
    </Button>
  );
}

function Listed() {
  const t = useTranslations('librarySettings');
  const page = usePageRef<LibraryListRef>();
  const libraries = useSelector(page, selectShownLibraries);
  const isPhone = useIsPhone();
  const [carried, carry] = useCarried<string>();
  const ids = useMemo(() => libraries.map(({ id }) => id), [libraries]);
  const renderRow = useCallback(
    (place: CellPlace) => {
      const library = libraries[place.index];
      return library ? (
        <LibraryRow
          library={library}
          place={place}
          count={libraries.length}
          isCarried={carried === library.id}
          onCarry={carry}
        />
      ) : null;
    },
    [libraries, carried, carry],
  );
  if (libraries.length === 0)
    return (
      <EmptyState icon={<LibraryBig size={26} />} message={t('empty')} detail={t('emptyDetail')} action={<Add />} />
    );
  return (
    <PageInset className="flex max-w-6xl flex-col gap-6 pt-4 pb-8">
      <div className="-mx-2">
        <VirtualList
          label={t('list')}
          count={libraries.length}
          rowRem={isPhone ? PHONE_ROW_REM : ROW_REM}
          ids={ids}
          renderRow={renderRow}
        />
      </div>
      <Moved />
      <div className="flex max-w-prose flex-col gap-1.5 text-sm text-ink-2">
        <p>{t('notes.scan')}</p>
        {libraries.some(({ mediaType }) => mediaType === 'book') && <p>{t('notes.match')}</p>}
      </div>
    </PageInset>
  );
}

function Moved() {
  const t = useTranslations();
  const said = useSelector(usePageRef<LibraryListRef>(), selectSaid);
  return (
    <div role="status">
      <VisuallyHidden>{said && messageText(t, said)}</VisuallyHidden>
    </div>
  );
}
