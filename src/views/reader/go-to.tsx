import type { ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import { useLocale, useTranslations } from 'use-intl';
import type { ReaderRef } from '../../machines/reader/reader.machine.ts';
import {
  selectBookPages,
  selectIsRefused,
  selectPanel,
  selectPrintedPages,
  selectTyped,
} from '../../machines/reader/reader.selectors.ts';
import { formatPercent } from '../format/amounts.ts';
import { Button } from '../ui/button.tsx';
import { chunk } from '../ui/chunk.tsx';
import { submitting } from '../ui/field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useTrigger } from '../ui/use-trigger.ts';

const popover = chunk(async () => (await import('../ui/popover.tsx')).Popover);
/** CSS pixels. */
const WIDTH = 272;

/** What pages are typed: 'i–312'; null where the book has none. */
function usePageRange(reader: ReaderRef): string | null {
  const pages = useSelector(reader, selectBookPages);
  const printed = useSelector(reader, selectPrintedPages);
  if (pages !== null) return `1–${pages}`;
  const [first, last] = [printed[0], printed.at(-1)];
  return first && last ? `${first.label}–${last.label}` : null;
}

/** The place in the footer: a press asks for another one. */
export function GoTo({ reader, children }: { reader: ReaderRef; children: ReactNode }) {
  const t = useTranslations('reader');
  const range = usePageRange(reader);
  const isOpen = useSelector(reader, selectPanel) === 'goTo';
  const toggle = () => reader.send({ type: 'reader.toggleGoTo' });
  const { anchor, trigger } = useTrigger({
    popup: 'dialog',
    open: isOpen,
    onPress: toggle,
    onPrefetch: () => void popover.preload(),
  });
  return (
    <>
      <button
        {...trigger}
        type="button"
        className="relative flex min-w-0 gap-x-3 rounded-sm after:absolute after:-inset-x-1 after:-inset-y-3.5 hover:text-ink hover:underline phone:gap-x-2"
      >
        {children}
      </button>
      {isOpen && (
        <popover.View
          open
          anchor={anchor}
          label={t(range === null ? 'goToShare' : 'pagePicker')}
          side="top"
          align="center"
          width={WIDTH}
          onDismiss={toggle}
        >
          <GoToForm reader={reader} />
        </popover.View>
      )}
    </>
  );
}

function GoToForm({ reader }: { reader: ReaderRef }) {
  const t = useTranslations('reader');
  const locale = useLocale();
  const range = usePageRange(reader);
  const typed = useSelector(reader, selectTyped);
  const isRefused = useSelector(reader, selectIsRefused);
  const percents = `${formatPercent(0, locale)}–${formatPercent(1, locale)}`;
  return (
    <form
      noValidate
      className="flex flex-col gap-3 p-3"
      onSubmit={submitting(() => reader.send({ type: 'reader.submitGoTo' }))}
    >
      <TextField
        label={t(range === null ? 'goToShare' : 'pagePicker')}
        help={range === null ? percents : `${range} · ${percents}`}
        error={isRefused ? t('noSuchPlace') : null}
        value={typed}
        onChange={(text) => reader.send({ type: 'reader.typeGoTo', text })}
        inputMode={range === null ? 'decimal' : 'text'}
        autoComplete="off"
        enterKeyHint="go"
      />
      <Button type="submit" size="sm" className="self-end">
        {t('elsewhere.go')}
      </Button>
    </form>
  );
}
