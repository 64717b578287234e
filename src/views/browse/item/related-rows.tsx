import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import texts from '../../../locales/en-us/related.json';
import type { RelatedRef } from '../../../machines/browse/item/related.machine.ts';
import {
  selectHasRelatedFailed,
  selectIsRetrying,
  selectRelatedRows,
} from '../../../machines/browse/item/related.selectors.ts';
import { hrefTo } from '../../../machines/kit/router/routes.ts';
import { BookRow } from '../../shared/book-row.tsx';
import { WithTexts } from '../../texts/with-texts.tsx';
import { Button } from '../../ui/button.tsx';
import { handFocusOn } from '../../ui/focus.tsx';

export function RelatedRows({ related }: { related: RelatedRef }) {
  return (
    <WithTexts texts={texts}>
      <div className="flex flex-col gap-6 pt-4 [--page-inset:0rem]">
        <Rows related={related} />
      </div>
    </WithTexts>
  );
}

function Rows({ related }: { related: RelatedRef }) {
  const t = useTranslations();
  const rows = useSelector(related, selectRelatedRows);
  const hasFailed = useSelector(related, selectHasRelatedFailed);
  const isRetrying = useSelector(related, selectIsRetrying);
  if (hasFailed)
    return (
      <p ref={handFocusOn} className="flex items-center gap-3 text-sm text-ink-2">
        {t('related.failed')}
        <Button size="sm" busy={isRetrying} onClick={() => related.send({ type: 'related.retry' })}>
          {t('common.retry')}
        </Button>
      </p>
    );
  return rows.map(({ kind, name, to, books }) => {
    const href = hrefTo(to);
    return (
      <BookRow key={href} heading={t(`related.${kind}`, { name })} to={href} place={`related${href}`} books={books} />
    );
  });
}
