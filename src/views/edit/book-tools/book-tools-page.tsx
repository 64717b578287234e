import { useSelector } from '@xstate/react';
import { Pencil } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/book-tools.json';
import type { BookToolsRef } from '../../../machines/edit/book-tools/book-tools.machine.ts';
import { selectItemId, selectTool } from '../../../machines/edit/book-tools/book-tools.logic.ts';
import { TOOLS } from '../../../machines/edit/book-tools/work.logic.ts';
import type { BookItemExpanded } from '../../../schemas/api/library-item-expanded.ts';
import { useActorRefOf, useLinkTo, usePageRef } from '../../app/actors-context.tsx';
import { EditorPage, useBackTo } from '../../shared/draft-editor.tsx';
import { TrailToolbar } from '../../shared/trail-toolbar.tsx';
import { PageHeading } from '../../texts/page-title.tsx';
import { withTexts } from '../../texts/with-texts.tsx';
import { PageInset } from '../../ui/app-frame.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { BookChapters, BookTags } from './book-content.tsx';
import { FileTable } from './file-table.tsx';
import { Notes } from './notes.tsx';
import { ToolCard } from './tool-card.tsx';

export const Toolbar = withTexts(texts, ToolsToolbar);

export const Page = withTexts(texts, Tools);

function ToolsToolbar() {
  const t = useTranslations('bookTools');
  const modals = useActorRefOf('modals');
  const book = useSelector(usePageRef<BookToolsRef>(), ({ context }) => context.book);
  const back = useBackTo(book);
  return (
    <TrailToolbar
      back={back}
      name={t('title')}
      end={
        book &&
        back && (
          <IconButton
            label={t('edit')}
            icon={<Pencil size={18} />}
            onClick={() =>
              modals.send({
                type: 'modals.open',
                modal: 'itemEdit',
                input: { itemId: book.id, title: back.text, list: [] },
                tag: 'itemEdit',
              })
            }
          />
        )
      }
    />
  );
}

function Tools() {
  const t = useTranslations('bookTools');
  const linkTo = useLinkTo();
  const page = usePageRef<BookToolsRef>();
  const book = useSelector(page, ({ context }) => context.book);
  const route = useSelector(page, selectItemId);
  return (
    <EditorPage
      texts="bookTools"
      action={<LinkButton {...linkTo({ name: 'item', id: route })}>{t('back')}</LinkButton>}
    >
      {book && <Ready book={book} />}
    </EditorPage>
  );
}

function Ready({ book }: { book: BookItemExpanded }) {
  const t = useTranslations('bookTools');
  const tCommon = useTranslations('common');
  const page = usePageRef<BookToolsRef>();
  const tool = useSelector(page, selectTool);
  return (
    <>
      <PageHeading title={t('heading', { title: book.media.metadata.title || tCommon('untitled') })} />
      <PageInset className="flex flex-col gap-6 pt-3 pb-8">
        <SegmentedControl
          label={t('tool')}
          labelHidden
          value={tool}
          segments={TOOLS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => page.send({ type: 'bookTools.chooseTool', tool: value })}
        />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <ToolCard />
          <Notes />
        </div>
        <div className="flex flex-col">
          <FileTable book={book} />
          <BookTags />
          <BookChapters book={book} />
        </div>
      </PageInset>
    </>
  );
}
