import { useSelector } from '@xstate/react';
import { CircleX, Pencil, RefreshCw, ScanLine, Sparkles, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { LibraryListRef } from '../../../machines/admin/library-settings/library-list.machine.ts';
import { nextTimes } from '../../../machines/kit/cron.logic.ts';
import { selectRemoved } from '../../../machines/kit/kit.selectors.ts';
import { selectLibraryRemoval, selectStarting } from '../../../machines/admin/library-settings/library-list.logic.ts';
import type { LibraryWork } from '../../../machines/admin/library-settings/library-call.machine.ts';
import { selectTasks } from '../../../machines/app/session/background.selectors.ts';
import { selectBackground } from '../../../machines/app/session/session.selectors.ts';
import { selectScanOf } from '../../../machines/browse/tasks/tasks.logic.ts';
import type { Library } from '../../../schemas/api/library.ts';
import { useActorRefOf, useLinkTo, useMenu, usePageRef } from '../../app/actors-context.tsx';
import { formatBytes } from '../../format/amounts.ts';
import { useMomentText } from '../../shared/moment-text.tsx';
import { RowGrip } from '../../shared/row-grip.tsx';
import { useSheet } from '../../texts/use-sheet.ts';
import { AppLink } from '../../ui/links.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dotted } from '../../ui/dotted.tsx';
import { LibraryIcon } from '../../ui/library-icon.tsx';
import { entriesFrom, MenuButton, type MenuEntry } from '../../ui/menu-button.tsx';
import { Spinner } from '../../ui/waiting.tsx';
import type { CellPlace } from '../../ui/virtual-grid.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

interface LibraryRowProps {
  library: Library;
  place: CellPlace;
  count: number;
  isCarried: boolean;
  /** Id of the dragged library; null when it was dropped. */
  onCarry: (id: string | null) => void;
}

export function LibraryRow({ library, place: { index, tabIndex }, count, isCarried, onCarry }: LibraryRowProps) {
  const t = useTranslations('librarySettings');
  const page = usePageRef<LibraryListRef>();
  const linkTo = useLinkTo();
  const { id, name } = library;
  const isRemoved = useSelector(useSelector(page, selectLibraryRemoval), selectRemoved)?.id === id;
  return (
    <div
      className={cx(
        'flex h-full items-center gap-2 rounded-md px-2 focus-within:bg-surface-2 hover:bg-surface-2 sm:gap-3',
        isCarried && 'bg-surface-3! shadow-overlay',
        isRemoved && 'opacity-60',
      )}
    >
      <RowGrip
        title={name}
        menuId={`library-order/${id}`}
        index={index}
        count={count}
        tabIndex={tabIndex}
        onMove={(to) => page.send({ type: 'libraryList.move', id, index: to })}
        onKeep={() => page.send({ type: 'libraryList.keepOrder' })}
        onCarry={(is) => onCarry(is ? id : null)}
      />
      <Icon library={library} />
      <div className="flex min-w-0 flex-1 flex-col">
        <AppLink
          {...linkTo({ name: 'library', libraryId: id })}
          dir="auto"
          className="inline-flex min-h-6 max-w-full items-center self-start text-match font-medium text-ink underline-offset-2 touch:min-h-11"
        >
          <span className="truncate">{name}</span>
        </AppLink>
        {isRemoved ? <p className="text-sm text-ink-2">{t('deleting', { name })}</p> : <Facts library={library} />}
      </div>
      <Actions library={library} isOff={isRemoved} />
    </div>
  );
}

function useScan(id: string) {
  const tasks = useSelector(useSelector(useActorRefOf('session'), selectBackground), selectTasks) ?? undefined;
  const scan = useSelector(tasks, (snapshot) => (snapshot ? selectScanOf(snapshot, id) : null));
  return { tasks, scan };
}

function Icon({ library: { id, name, icon } }: { library: Library }) {
  const t = useTranslations('librarySettings');
  const { scan } = useScan(id);
  return (
    <span className="grid size-6 shrink-0 place-items-center text-ink-2">
      {scan ? <Spinner size={20} /> : <LibraryIcon name={icon} size={22} />}
      <span role="status">
        <VisuallyHidden>{scan ? t('scanning', { name }) : ''}</VisuallyHidden>
      </span>
    </span>
  );
}

function Facts({ library: { mediaType, stats, folders, lastScan, settings } }: { library: Library }) {
  const t = useTranslations('librarySettings');
  const locale = useLocale();
  const momentText = useMomentText();
  const [next] = settings?.autoScanCronExpression ? nextTimes(settings.autoScanCronExpression, 1) : [];
  return (
    <p className="truncate text-sm text-ink-2 tabular-nums">
      <Dotted>
        {stats ? t(mediaType === 'book' ? 'books' : 'podcasts', { count: stats.totalItems }) : null}
        {stats && stats.totalSize > 0 ? formatBytes(stats.totalSize, locale) : null}
        {t('folders', { count: folders.length })}
        {lastScan ? t('lastScan', { moment: momentText(lastScan) }) : t('neverScanned')}
        {next !== undefined && t('nextScan', { moment: momentText(next) })}
      </Dotted>
    </p>
  );
}

function Actions({ library, isOff }: { library: Library; isOff: boolean }) {
  const t = useTranslations('librarySettings');
  const page = usePageRef<LibraryListRef>();
  const { id, name, mediaType } = library;
  const menu = useMenu(`library/${id}`);
  const { tasks, scan } = useScan(id);
  const isStarting = useSelector(page, selectStarting).includes(id);
  const start = (work: LibraryWork) => page.send({ type: 'libraryList.start', id, work });
  const work = (kind: LibraryWork, icon: ReactNode): MenuEntry => ({
    kind: 'action',
    id: kind,
    label: t(kind),
    icon,
    disabled: isStarting || (scan !== null && kind !== 'match'),
    onSelect: () => start(kind),
  });
  return (
    <>
      {scan === null && (
        <Button
          size="sm"
          icon={<ScanLine size={15} />}
          aria-label={t('scanName', { name })}
          busy={isStarting}
          disabled={isOff}
          className="phone:hidden"
          onClick={() => start('scan')}
        >
          {t('scan')}
        </Button>
      )}
      <MenuButton
        {...menu}
        label={t('more', { name })}
        sheet={useSheet(name)}
        align="end"
        disabled={isOff}
        entries={
          menu.open
            ? entriesFrom([
                {
                  kind: 'action',
                  id: 'edit',
                  label: t('edit'),
                  icon: <Pencil size={16} />,
                  onSelect: () => page.send({ type: 'libraryList.edit', id }),
                },
                scan && tasks
                  ? {
                      kind: 'action',
                      id: 'cancel',
                      label: t('cancelScan'),
                      icon: <CircleX size={16} />,
                      disabled: scan.isCanceling,
                      onSelect: () => tasks.send({ type: 'tasks.cancelScan', id: scan.task.id }),
                    }
                  : work('scan', <ScanLine size={16} />),
                work('rescan', <RefreshCw size={16} />),
                mediaType === 'book' && work('match', <Sparkles size={16} />),
                { kind: 'separator', id: 'separator' },
                {
                  kind: 'action',
                  id: 'delete',
                  label: t('delete'),
                  icon: <Trash2 size={16} />,
                  tone: 'danger',
                  onSelect: () => page.send({ type: 'libraryList.remove', id }),
                },
              ])
            : []
        }
      />
    </>
  );
}
