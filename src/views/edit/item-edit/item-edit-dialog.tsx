import itemTexts from '../../../locales/en-us/item-edit.json';
import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ClipboardEvent, DragEvent, ReactNode } from 'react';
import { hasChanges } from '../../../machines/edit/item-edit/details-form.logic.ts';
import { hasScheduleChanges } from '../../../machines/edit/item-edit/schedule-form.logic.ts';
import type { ItemEditRef } from '../../../machines/edit/item-edit/item-edit.machine.ts';
import {
  selectCoverTab,
  selectDetailsForm,
  selectHasNext,
  selectHasPrevious,
  selectIsSavingDetails,
  selectMatchTab,
  selectScheduleForm,
  selectTab,
  selectCandidate,
} from '../../../machines/edit/item-edit/item-edit.selectors.ts';
import { tabsOf } from '../../../machines/edit/item-edit/tabs.logic.ts';
import { selectMayUpload, selectUser } from '../../../machines/app/session/session.selectors.ts';
import type { LibraryItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf } from '../../app/actors-context.tsx';
import { chunk } from '../../ui/chunk.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RowsSkeleton, Waiting } from '../../ui/waiting.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { CoverRef } from '../../../machines/edit/item-edit/cover.machine.ts';
import { useDropTarget } from '../../ui/drop-area.tsx';
import { DetailsActions, DetailsTab } from './details-tab.tsx';
import { withTexts } from '../../texts/with-texts.tsx';

const chapters = chunk(async () => (await import('./chapters-tab.tsx')).ChaptersTab);
const cover = chunk(async () => (await import('./cover-tab.tsx')).CoverTab);
const files = chunk(async () => (await import('./files-tab.tsx')).FilesTab);
const episodes = chunk(async () => (await import('./episodes-tab.tsx')).EpisodesTab);
const match = chunk(async () => (await import('./match-tab.tsx')).MatchTab);
const tools = chunk(async () => (await import('./tools-tab.tsx')).ToolsTab);
const schedule = chunk(async () => (await import('./schedule-tab.tsx')).ScheduleTab);
const scheduleActions = chunk(async () => (await import('./schedule-tab.tsx')).ScheduleActions);
// Preloaded before one is chosen: a missing one is empty, and the dialog would collapse.
for (const tab of [chapters, cover, files, episodes, match, tools, schedule, scheduleActions]) void tab.preload();

export const Modal = withTexts(itemTexts, EditDialog);

function EditDialog({ modal }: { modal: ItemEditRef }) {
  const t = useTranslations('editItem');
  const tEdit = useTranslations('itemEdit');
  const tCommon = useTranslations('common');
  const item = useSelector(modal, ({ context }) => context.item);
  const title = useSelector(modal, ({ context }) => context.title);
  const tab = useSelector(modal, selectTab);
  const form = useSelector(modal, selectDetailsForm);
  const plan = useSelector(modal, selectScheduleForm);
  const isTyped = useSelector(form, (state) => (state ? hasChanges(state.context.values) : false));
  const isPlanned = useSelector(plan, (state) => (state ? hasScheduleChanges(state.context.values) : false));
  const matchTab = useSelector(modal, selectMatchTab);
  const isReviewing = useSelector(matchTab, (state) => (state ? state.context.chosen !== null : false));
  const isSaving = useSelector(modal, selectIsSavingDetails);
  const hasList = useSelector(modal, ({ context }) => context.list.length > 1);
  const hasPrevious = useSelector(modal, selectHasPrevious);
  const hasNext = useSelector(modal, selectHasNext);
  const coverTab = useSelector(modal, selectCoverTab) ?? null;
  const isCoverChosen = useSelector(coverTab ?? undefined, (state) =>
    state ? selectCandidate(state) !== null : false,
  );
  const takesPictures = useSelector(useActorRefOf('session'), selectMayUpload) && tab === 'cover';
  const drop = useCoverDrop(takesPictures ? coverTab : null);
  const user = useSelector(useActorRefOf('session'), selectUser);
  const tabs = useSelector(
    modal,
    ({ context }) => (context.item && user ? tabsOf(context.item, user) : []),
    shallowEqual,
  );
  return (
    <Dialog
      open
      title={title === '' ? tEdit('edit') : tEdit('editing', { title })}
      closeLabel={tCommon('close')}
      width={800}
      maxHeight={650}
      steady
      persistent={isTyped || isPlanned || isReviewing || isCoverChosen || isSaving}
      onDismiss={() => modal.send({ type: 'itemEdit.close' })}
      step={
        hasList
          ? {
              previousLabel: t('previous'),
              nextLabel: t('next'),
              hasPrevious: hasPrevious && !isSaving,
              hasNext: hasNext && !isSaving,
              onStep: (by) => modal.send({ type: 'itemEdit.step', by }),
            }
          : undefined
      }
      receives={drop.receives}
      footer={item && (tab === 'details' || tab === 'schedule') ? <Actions modal={modal} /> : undefined}
    >
      {item ? (
        <div className="relative">
          <Tabs
            label={t('tabs')}
            tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
            active={tab}
            onChange={(next) => modal.send({ type: 'itemEdit.showTab', tab: next })}
          >
            <Panel modal={modal} item={item} />
          </Tabs>
          {drop.overlay}
        </div>
      ) : (
        <Waiting label={tEdit('loading')}>
          <RowsSkeleton rows={6} />
        </Waiting>
      )}
    </Dialog>
  );
}

interface PanelProps {
  modal: ItemEditRef;
  item: LibraryItemExpanded;
}

function Panel({ modal, item }: PanelProps) {
  const tab = useSelector(modal, selectTab);
  const coverTab = useSelector(modal, selectCoverTab);
  const filesTab = useSelector(modal, ({ context }) => context.tabs?.files);
  const pictures = useSelector(modal, ({ context }) => context.tabs?.pictures);
  const matchTab = useSelector(modal, selectMatchTab);
  const episodesTab = useSelector(modal, ({ context }) => context.tabs?.episodes);
  const toolsTab = useSelector(modal, ({ context }) => context.tabs?.tools);
  if (tab === 'schedule') return <schedule.View modal={modal} item={item} />;
  if (tab === 'chapters') return <chapters.View item={item} />;
  if (tab === 'tools') return toolsTab && <tools.View tab={toolsTab} item={item} />;
  if (tab === 'files') return filesTab && pictures && <files.View tab={filesTab} pictures={pictures} />;
  if (tab === 'episodes') return episodesTab && <episodes.View tab={episodesTab} item={item} />;
  if (tab === 'match') return matchTab && <match.View tab={matchTab} item={item} />;
  if (tab === 'cover') return coverTab && pictures && <cover.View tab={coverTab} pictures={pictures} item={item} />;
  return <DetailsTab modal={modal} item={item} />;
}

function Actions({ modal }: { modal: ItemEditRef }) {
  const tab = useSelector(modal, selectTab);
  if (tab === 'schedule') return <scheduleActions.View modal={modal} />;
  return <DetailsActions modal={modal} />;
}

/** `receives` of the dialog, and an overlay during a drag. */
interface CoverDrop {
  readonly receives: {
    readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
    readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
    readonly onDragLeave: (event: DragEvent<HTMLElement>) => void;
    readonly onDrop: (event: DragEvent<HTMLElement>) => void;
  };
  readonly overlay: ReactNode;
}

const mayHold = ({ types }: DataTransfer): boolean => types.includes('Files') || types.includes('text/uri-list');
const isText = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;

/**
 * Pictures dropped or pasted, and addresses dropped, in the dialog. Null ignores them: the browser must not open them.
 */
function useCoverDrop(tab: CoverRef | null): CoverDrop {
  const t = useTranslations('editCover');
  const { isOver, setIsOver, onDragLeave } = useDropTarget();
  const pick = (files: FileList): boolean => {
    const file = [...files].find(({ type }) => type.startsWith('image/')) ?? files[0];
    if (file) tab?.send({ type: 'cover.pick', file });
    return file !== undefined;
  };
  return {
    receives: {
      onPaste(event) {
        if (tab && pick(event.clipboardData.files)) event.preventDefault();
      },
      onDragOver(event) {
        if (!mayHold(event.dataTransfer)) return;
        if (tab) setIsOver(true);
        else if (!event.dataTransfer.types.includes('Files') && isText(event.target)) return;
        else event.dataTransfer.dropEffect = 'none';
        event.preventDefault();
      },
      onDragLeave,
      onDrop(event) {
        setIsOver(false);
        if (!tab || !mayHold(event.dataTransfer)) return;
        event.preventDefault();
        if (pick(event.dataTransfer.files)) return;
        const [text = ''] = event.dataTransfer.getData('text/uri-list').split('\n');
        tab.send({ type: 'cover.type', field: 'address', text });
        tab.send({ type: 'cover.takeAddress' });
      },
    },
    overlay: isOver && (
      <div className="pointer-events-none absolute inset-0 z-3 grid place-items-center rounded-md border-2 border-dashed border-accent bg-surface-1/85 font-medium">
        {t('dropHere')}
      </div>
    ),
  };
}
