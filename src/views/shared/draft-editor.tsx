import { useSelector } from '@xstate/react';
import { FileX2, Redo2, Save, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { selectDataError, type DataPageRef } from '../../machines/kit/kit.selectors.ts';
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

interface DraftToolbarProps {
  texts: Readonly<Record<'title' | 'undo' | 'redo' | 'save', string>>;
  book: BookItemExpanded | null;
  hasUndo: boolean;
  hasRedo: boolean;
  isSaving: boolean;
  /** Why it cannot be saved. */
  refusal: string | null;
  onCommand: (command: DraftCommand) => void;
}

export type DraftCommand = 'undo' | 'redo' | 'save';

/** The toolbar of a page that edits a draft of a book. */
export function DraftToolbar({ texts, book, hasUndo, hasRedo, isSaving, refusal, onCommand }: DraftToolbarProps) {
  return (
    <TrailToolbar
      back={useBackTo(book)}
      name={texts.title}
      end={
        <>
          <IconButton
            label={texts.undo}
            icon={<Undo2 size={18} />}
            shortcut="Control+Z"
            aria-disabled={!hasUndo}
            onClick={() => onCommand('undo')}
          />
          <IconButton
            label={texts.redo}
            icon={<Redo2 size={18} />}
            shortcut="Control+Shift+Z"
            aria-disabled={!hasRedo}
            onClick={() => onCommand('redo')}
          />
          <Button
            variant="primary"
            size="sm"
            icon={<Save size={16} />}
            busy={isSaving}
            disabledReason={refusal}
            onClick={() => onCommand('save')}
          >
            {texts.save}
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

interface EditorPageProps {
  /** Other states show the children. */
  state: string;
  texts: Readonly<Record<'title' | 'loading' | 'failed' | 'unavailable' | 'removed', string>>;
  /** The way on where the book cannot be edited. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page that edits a book: also while it loads, after a failure, and for a book that is gone or cannot be edited. */
export function EditorPage({ state, texts, action, children }: EditorPageProps) {
  const page = usePageRef<DataPageRef>();
  const error = useSelector(page, selectDataError);
  switch (state) {
    case 'loading':
      return (
        <PageInset className="pt-4">
          <PageHeading title={texts.title} />
          <Waiting label={texts.loading}>
            <RowsSkeleton rows={8} />
          </Waiting>
        </PageInset>
      );
    case 'failed':
      return (
        <FailedPage isHeading message={texts.failed} error={error} onRetry={() => page.send({ type: 'page.retry' })} />
      );
    case 'unavailable':
      return <EmptyState isHeading icon={<FileX2 size={26} />} message={texts.unavailable} action={action} />;
    case 'removed':
      return <EmptyState isHeading icon={<FileX2 size={26} />} message={texts.removed} />;
    default:
      return children;
  }
}
