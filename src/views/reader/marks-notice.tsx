import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { MarksRef } from '../../machines/reader/marks.machine.ts';
import { selectMarksFault, selectNotice } from '../../machines/reader/marks.selectors.ts';
import { cx } from '../ui/cx.ts';
import { Button } from '../ui/button.tsx';
import { handFocusOn } from '../ui/focus.tsx';
import { IconButton } from '../ui/icon-button.tsx';

/** A change with undo, or that this browser can't store marks. */
export function MarksNotice({ marks, className }: { marks: MarksRef; className?: string }) {
  const t = useTranslations('reader.marks');
  const notice = useSelector(marks, selectNotice);
  const fault = useSelector(marks, selectMarksFault);
  return (
    <div className={cx('flex flex-col items-center gap-2 px-4', className)}>
      <div role="alert" className="contents">
        {fault && (
          <div ref={handFocusOn} className={boxClass}>
            <p className="min-w-0 flex-1">{t(`faults.${fault}`)}</p>
            <Button size="sm" onClick={() => marks.send({ type: 'marks.retry' })}>
              {t('retry')}
            </Button>
            <Button size="sm" onClick={() => marks.send({ type: 'marks.exportJson' })}>
              {t('exportJson')}
            </Button>
          </div>
        )}
      </div>
      <div role="status" className="contents">
        {notice && (
          <div ref={handFocusOn} className={boxClass}>
            <p className="min-w-0 flex-1">
              {notice.kind === 'removed'
                ? t(`removed.${notice.of}`)
                : notice.kind === 'imported'
                  ? t('imported', { added: notice.added, known: notice.known })
                  : notice.kind === 'importFailed'
                    ? t(`fileFaults.${notice.fault}`)
                    : t(`said.${notice.kind}`)}
            </p>
            {notice.kind === 'removed' && (
              <Button size="sm" onClick={() => marks.send({ type: 'marks.undo' })}>
                {t('undo')}
              </Button>
            )}
            <IconButton
              size="sm"
              label={t('dismiss')}
              icon={<X size={16} />}
              onClick={() => marks.send({ type: 'marks.dismissNotice' })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

const boxClass =
  'pointer-events-auto flex max-w-full flex-wrap items-center gap-3 rounded-lg border border-line bg-surface-1 py-1 ps-4 pe-1.5 touch:py-0.5 text-sm text-ink shadow-overlay';
