import { useSelector } from '@xstate/react';
import { SquareSplitHorizontal, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/chapters.json';
import type { ChaptersEditorRef } from '../../../machines/edit/chapters-editor/chapters-editor.machine.ts';
import {
  selectBook,
  selectRowIds,
  selectFaultCount,
  selectHasTheirs,
  selectIsChanged,
  selectIsRestored,
  selectIsUnreadable,
  selectPreview,
} from '../../../machines/edit/chapters-editor/chapters-editor.selectors.ts';
import { useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { DraftToolbar, draftCommandOf, EditorPage } from '../../shared/draft-editor.tsx';
import { errorText } from '../../texts/error-text.ts';
import { PageHeading } from '../../texts/page-title.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/field.tsx';
import { KeyScope, type PressedKey } from '../../ui/key-scope.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { ChapterRows } from './chapter-rows.tsx';
import { EditorTools } from './editor-tools.tsx';
import { TrackList } from './track-list.tsx';

export const Toolbar = withTexts(texts, EditorToolbar);

export const Page = withTexts(texts, Editor);

function EditorToolbar() {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const isChanged = useSelector(page, selectIsChanged);
  const hasTheirs = useSelector(page, selectHasTheirs);
  return (
    <DraftToolbar
      texts="chapters"
      refusal={hasTheirs ? t('decideFirst') : isChanged ? null : t('nothingToSave')}
      onCommand={(command) => page.send({ type: `chapters.${command}` })}
    />
  );
}

function Editor() {
  const t = useTranslations('chapters');
  const linkTo = useLinkTo();
  const page = usePageRef<ChaptersEditorRef>();
  const isEmpty = useSelector(page, selectRowIds).length === 0;
  const book = useSelector(page, selectBook);
  return (
    <EditorPage texts="chapters">
      <Frame>
        {isEmpty ? (
          <EmptyState
            icon={<SquareSplitHorizontal size={26} />}
            message={t('empty')}
            detail={t('emptyDetail')}
            action={
              <>
                <Button
                  variant="primary"
                  onClick={() => page.send({ type: 'chapters.edit', edit: { kind: 'insertAt', start: 0, title: '' } })}
                >
                  {t('addFirst')}
                </Button>
                {book && (
                  <LinkButton {...linkTo({ name: 'item', id: book.id })} variant="ghost">
                    {t('back')}
                  </LinkButton>
                )}
              </>
            }
          />
        ) : (
          <ChapterRows />
        )}
      </Frame>
    </EditorPage>
  );
}

/**
 * Ctrl or Cmd with Z, Shift+Z, Y and S, and Alt with P, B and W. Alt changes the letter on some keyboards: the physical
 * key counts.
 */
function shortcutOf(pressed: PressedKey) {
  const { code, ctrlKey, metaKey, altKey } = pressed;
  if (altKey && !ctrlKey && !metaKey) {
    switch (code) {
      case 'KeyP':
        return { type: 'chapters.listen', how: 'on' } as const;
      case 'KeyB':
        return { type: 'chapters.listen', how: 'around' } as const;
      case 'KeyW':
        return { type: 'chapters.toggleWave' } as const;
      default:
        return null;
    }
  }
  const command = draftCommandOf(pressed);
  return command && ({ type: `chapters.${command}` } as const);
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations('chapters');
  const tCommon = useTranslations('common');
  const page = usePageRef<ChaptersEditorRef>();
  const book = useSelector(page, selectBook);
  return (
    <KeyScope
      ofPage
      onKey={(event) => {
        const command = shortcutOf(event);
        if (command !== null) page.send(command);
        return command !== null;
      }}
    >
      <PageHeading title={t('heading', { title: book?.media.metadata.title || tCommon('untitled') })} />
      <Notes />
      <PageInset className="flex flex-col gap-4 pt-2 pb-8">
        <EditorTools />
        <TrackList />
        {children}
      </PageInset>
    </KeyScope>
  );
}

function PreviewFailure() {
  const t = useTranslations();
  const preview = useSelector(usePageRef<ChaptersEditorRef>(), selectPreview);
  const hasFailed = useSelector(preview, (state) => state !== undefined && state.matches('failed'));
  const error = useSelector(preview, (state) => (state ? state.context.error : null));
  if (!hasFailed) return null;
  return (
    <PageInset className="pb-2">
      <FormMessage tone="danger">
        {error ? t('chapters.previewFailed', { reason: errorText(t, error) }) : t('chapters.previewUnplayable')}
      </FormMessage>
    </PageInset>
  );
}

function Notes() {
  const t = useTranslations();
  const page = usePageRef<ChaptersEditorRef>();
  const error = useSelector(page, ({ context }) => context.error);
  const hasTheirs = useSelector(page, selectHasTheirs);
  const isRestored = useSelector(page, selectIsRestored);
  const isRefused = useSelector(page, ({ context }) => context.isRefused);
  const faults = useSelector(page, selectFaultCount);
  const isUnreadable = useSelector(page, selectIsUnreadable);
  const fault = isUnreadable ? t('chapters.noTimeTyped') : faults > 0 ? t('chapters.faults', { count: faults }) : null;
  return (
    <>
      <Banner
        icon={TriangleAlert}
        text={hasTheirs ? t('chapters.theirs') : null}
        action={
          <>
            <Button size="sm" onClick={() => page.send({ type: 'chapters.takeTheirs' })}>
              {t('chapters.takeTheirs')}
            </Button>
            <Button size="sm" onClick={() => page.send({ type: 'chapters.keepMine' })}>
              {t('chapters.keepMine')}
            </Button>
          </>
        }
      />
      <Banner
        icon={TriangleAlert}
        text={isRestored ? t('chapters.restored') : null}
        action={
          <Button size="sm" onClick={() => page.send({ type: 'chapters.reset' })}>
            {t('chapters.reset')}
          </Button>
        }
      />
      <PreviewFailure />
      {((isRefused && fault !== null) || error) && (
        <PageInset className="pb-2">
          <FormMessage tone="danger">
            {isRefused && fault !== null ? fault : error && t('chapters.saveFailed', { reason: errorText(t, error) })}
          </FormMessage>
        </PageInset>
      )}
    </>
  );
}
