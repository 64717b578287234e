import { useSelector } from '@xstate/react';
import { useTranslations } from 'use-intl';
import type { ChaptersEditorRef } from '../../../machines/edit/chapters-editor/chapters-editor.machine.ts';
import { selectBook, selectRows } from '../../../machines/edit/chapters-editor/chapters-editor.selectors.ts';
import {
  chaptersToTake,
  REGIONS,
  type FoundChapters,
  foundIn,
} from '../../../machines/edit/chapters-editor/lookup.logic.ts';
import type { LookupRef } from '../../../machines/edit/chapters-editor/lookup.machine.ts';
import { timeText } from '../../../machines/edit/chapters-editor/time-text.logic.ts';
import { selectServerKind } from '../../../machines/app/session/session.selectors.ts';
import { useActorRefOf, usePageRef } from '../../app/actors-context.tsx';
import { errorText } from '../../texts/error-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormMessage, submitting } from '../../ui/field.tsx';
import { KeyScope } from '../../ui/key-scope.tsx';
import { panelFocus } from '../../ui/focus-moves.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Seconds: a smaller difference of lengths is none. */
const SAME_S = 1;

export function LookupPanel() {
  const lookup = useSelector(usePageRef<ChaptersEditorRef>(), ({ children }) => children.lookup);
  return lookup ? <Lookup lookup={lookup} /> : null;
}

function Lookup({ lookup }: { lookup: LookupRef }) {
  const t = useTranslations('chapters');
  const tAll = useTranslations();
  const page = usePageRef<ChaptersEditorRef>();
  const fields = useSelector(lookup, ({ context }) => context);
  const isBusy = useSelector(lookup, (snapshot) => snapshot.matches('searching'));
  const hasFailed = useSelector(lookup, (snapshot) => snapshot.matches('failed'));
  const server = useSelector(useActorRefOf('session'), selectServerKind);
  const duration = useSelector(page, selectBook)?.media.duration ?? 0;
  const { asin, region, keepsBranding, offset, problem, error } = fields;
  const found = foundIn(fields, duration);
  return (
    <form ref={panelFocus} aria-label={t('lookup')} onSubmit={submitting(() => lookup.send({ type: 'lookup.search' }))}>
      <KeyScope
        className="flex flex-col gap-3 rounded-md bg-surface-1 p-3"
        onKey={({ key }) => {
          if (key === 'Escape') page.send({ type: 'chapters.closePanel' });
          return key === 'Escape';
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={t('asin')}
            value={asin}
            error={problem && t(`lookupProblem.${problem}`, { server })}
            onChange={(value) => lookup.send({ type: 'lookup.type', asin: value })}
            className="w-56 max-w-full"
          />
          <div className="w-28">
            <Select
              label={t('region')}
              value={region}
              options={REGIONS.map((value) => ({ value, label: value.toUpperCase() }))}
              onChange={(value) => lookup.send({ type: 'lookup.chooseRegion', region: value })}
            />
          </div>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={t('offset')}
            value={offset}
            onChange={(value) => lookup.send({ type: 'lookup.typeOffset', offset: value })}
            className="w-56 max-w-full"
          />
          <Checkbox
            label={t('keepBranding')}
            checked={keepsBranding}
            onChange={(isOn) => lookup.send({ type: 'lookup.keepBranding', isOn })}
          />
        </div>
        {hasFailed && error && (
          <FormMessage tone="danger">{t('lookupFailed', { reason: errorText(tAll, error) })}</FormMessage>
        )}
        <div className="flex gap-2">
          <Button type="submit" size="sm" variant={found ? undefined : 'primary'} busy={isBusy}>
            {t('search')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => page.send({ type: 'chapters.closePanel' })}>
            {t('close')}
          </Button>
        </div>
        {found && <Found found={found} duration={duration} />}
      </KeyScope>
    </form>
  );
}

function Found({ found, duration }: { found: FoundChapters; duration: number }) {
  const t = useTranslations('chapters');
  const page = usePageRef<ChaptersEditorRef>();
  const rows = useSelector(page, selectRows);
  const { chapters, runtime } = found;
  const longer = runtime - duration;
  const comparison = Math.abs(longer) < SAME_S ? 'sameLength' : longer > 0 ? 'longer' : 'shorter';
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm text-ink-2">
        {t('lookupCount', {
          count: chapters.length,
          clock: timeText(runtime),
          own: rows.length,
          ownClock: timeText(duration),
        })}{' '}
        {t(comparison, { clock: timeText(Math.abs(longer)) })}
      </p>
      <ol aria-label={t('foundList')} className="text-sm">
        {chapters.map(({ start, title, note }, index) => {
          const own = rows[index];
          const isSame = own?.start === start && own.title === title;
          return (
            <li key={index} className="flex flex-wrap items-baseline gap-x-3 py-1">
              <span className="w-28 text-ink-2 tabular-nums">{timeText(start)}</span>
              <span dir="auto" className="text-ink">
                {title}
              </span>
              {note && (
                <span className={note === 'late' ? 'text-danger' : 'text-warning'}>{t(`foundNote.${note}`)}</span>
              )}
              {own && !isSame && (
                <span className="text-xs text-ink-3">
                  {t('wasHere', { start: timeText(own.start), title: own.title })}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          onClick={() =>
            page.send({ type: 'chapters.edit', edit: { kind: 'replace', chapters: chaptersToTake(found) } })
          }
        >
          {t('takeFound')}
        </Button>
        {rows.length > 0 && (
          <Button
            size="sm"
            onClick={() =>
              page.send({
                type: 'chapters.edit',
                edit: { kind: 'mapTitles', titles: chapters.map(({ title }) => title) },
              })
            }
          >
            {t('mapTitles')}
          </Button>
        )}
      </div>
    </div>
  );
}
