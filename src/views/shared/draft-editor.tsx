import { useSelector } from '@xstate/react';
import { FileX2, Redo2, Save, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import {
  selectEditorState,
  selectIsSavingDraft,
  type DraftRef,
  type EditorRef,
  selectDataError,
  selectDataState,
  type DataPageRef,
} from '../../machines/kit/kit.selectors.ts';
import type { BookItemExpanded } from '../../schemas/api/library-item-expanded.ts';
import { usePageRef } from '../app/actors-context.tsx';
import { PageHeading } from '../texts/page-title.tsx';
import { PageInset } from '../ui/app-frame.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import type { PressedKey } from '../ui/key-scope.tsx';
import { RowsSkeleton, Waiting } from '../ui/waiting.tsx';
import { FailedPage } from './message-page.tsx';
import { TrailToolbar } from './trail-toolbar.tsx';

export type DraftCommand = 'undo' | 'redo' | 'save';

interface DraftProps<Texts> {
  /** Section of the catalogue. */
  texts: Texts;
  onCommand: (command: DraftCommand) => void;
}

export function UndoButtons({ texts, onCommand }: DraftProps<'chapters' | 'trackOrder' | 'batch'>) {
  const t = useTranslations();
  const page = usePageRef<DraftRef>();
  const hasUndo = useSelector(page, ({ context }) => context.history.past.length > 0);
  const hasRedo = useSelector(page, ({ context }) => context.history.future.length > 0);
  return (
    <>
      <IconButton
        label={t(`${texts}.undo`)}
        icon={<Undo2 size={18} />}
        shortcut="Control+Z"
        aria-disabled={!hasUndo}
        onClick={() => onCommand('undo')}
      />
      <IconButton
        label={t(`${texts}.redo`)}
        icon={<Redo2 size={18} />}
        shortcut="Control+Shift+Z"
        aria-disabled={!hasRedo}
        onClick={() => onCommand('redo')}
      />
    </>
  );
}

/** The toolbar of a page that edits a draft of a book. `refusal`: why it cannot be saved. */
export function DraftToolbar({
  texts,
  refusal,
  onCommand,
}: DraftProps<'chapters' | 'trackOrder'> & { refusal: string | null }) {
  const t = useTranslations();
  const page = usePageRef<DraftRef>();
  const isSaving = useSelector(page, selectIsSavingDraft);
  return (
    <TrailToolbar
      back={useBackTo(useSelector(page, ({ context }) => context.book))}
      name={t(`${texts}.title`)}
      end={
        <>
          <UndoButtons texts={texts} onCommand={onCommand} />
          <Button
            variant="primary"
            size="sm"
            icon={<Save size={16} />}
            busy={isSaving}
            disabledReason={refusal}
            onClick={() => onCommand('save')}
          >
            {t(`${texts}.save`)}
          </Button>
        </>
      }
    />
  );
}

export function useBackTo(book: BookItemExpanded | null) {
  const t = useTranslations('common');
  return book && { to: { name: 'item' as const, id: book.id }, text: book.media.metadata.title || t('untitled') };
}

/** Ctrl or Cmd with Z, Shift+Z, Y and S. */
export function draftCommandOf({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): DraftCommand | null {
  if (altKey || !(ctrlKey || metaKey)) return null;
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return 'redo';
    case 's':
      return 'save';
    default:
      return null;
  }
}

export const draftKeys = (onCommand: (command: DraftCommand) => void) => (pressed: PressedKey) => {
  const command = draftCommandOf(pressed);
  if (command !== null) onCommand(command);
  return command !== null;
};

interface EditorPageProps<Texts> {
  /** Section of the catalogue. */
  texts: Texts;
  children: ReactNode;
}

/** A page that edits items: also while they load, and after a failure. */
export function LoadedPage({
  texts,
  progress,
  children,
}: EditorPageProps<'chapters' | 'trackOrder' | 'bookTools' | 'batch'> & { progress?: ReactNode }) {
  const t = useTranslations();
  const page = usePageRef<DataPageRef>();
  const error = useSelector(page, selectDataError);
  switch (useSelector(page, selectDataState)) {
    case 'loading':
      return (
        <PageInset className="pt-4">
          <PageHeading title={t(`${texts}.title`)} />
          <Waiting label={t(`${texts}.loading`)}>
            {progress}
            <RowsSkeleton rows={8} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage
          isHeading
          message={t(`${texts}.failed`)}
          error={error}
          onRetry={() => page.send({ type: 'page.retry' })}
        />
      );
    case 'shown':
      return children;
  }
}

/** The same for one book, which may be removed or not editable; `action`: the way on from there. */
export function EditorPage({
  texts,
  action,
  children,
}: EditorPageProps<'chapters' | 'trackOrder' | 'bookTools'> & { action?: ReactNode }) {
  const t = useTranslations();
  const state = useSelector(usePageRef<EditorRef>(), selectEditorState);
  return (
    <LoadedPage texts={texts}>
      {state === 'unavailable' || state === 'removed' ? (
        <EmptyState
          isHeading
          icon={<FileX2 size={26} />}
          message={t(`${texts}.${state}`)}
          action={state === 'unavailable' && action}
        />
      ) : (
        children
      )}
    </LoadedPage>
  );
}
