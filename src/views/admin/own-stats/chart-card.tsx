import { useSelector } from '@xstate/react';
import { ChartNoAxesColumn, Download, Table as TableIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Chart, OwnStatsRef } from '../../../machines/admin/own-stats/own-stats.machine.ts';
import { selectPictureRef, selectTables } from '../../../machines/admin/own-stats/own-stats.selectors.ts';
import type { PictureFile, PictureRef } from '../../../machines/admin/own-stats/picture.machine.ts';
import { usePageRef } from '../../app/actors-context.tsx';
import { Heading } from '../../ui/heading.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Table, type Column } from '../../ui/table.tsx';

interface ChartCardProps<Row> {
  chart: Chart;
  title: string;
  note: string;
  /** Null without data. */
  drawing: PictureFile['drawing']['drawing'] | null;
  description: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children?: ReactNode;
}

export function ChartCard<Row>(props: ChartCardProps<Row>) {
  const { chart, title, note, drawing, description, columns, rows, keyOf, children } = props;
  const t = useTranslations('ownStats');
  const id = useId();
  const page = usePageRef<OwnStatsRef>();
  const isTable = useSelector(page, (snapshot) => selectTables(snapshot).includes(chart));
  const picture = useSelector(page, selectPictureRef);
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 rounded-lg bg-surface-1 p-4">
      <div>
        <div className="flex items-start justify-between gap-2">
          <Heading level={2} looksLike={3} id={id} className="min-w-0 flex-1 pt-1">
            {title}
          </Heading>
          {drawing && (
            <IconButton
              size="sm"
              label={t(isTable ? 'showPicture' : 'showTable', { chart: title })}
              tip={t(isTable ? 'picture' : 'table')}
              icon={isTable ? <ChartNoAxesColumn size={16} /> : <TableIcon size={16} />}
              onClick={() => page.send({ type: 'stats.toggleTable', chart })}
            />
          )}
          {drawing && picture && (
            <SavePicture
              picture={picture}
              title={title}
              file={{ drawing: { title, note, drawing }, name: t('pictureName', { chart: title }) }}
            />
          )}
        </div>
        <p className="text-xs text-ink-3">{note}</p>
      </div>
      {children}
      {drawing === null ? (
        <p className="py-6 text-center text-sm text-ink-2">{t('nothingYet')}</p>
      ) : isTable ? (
        <Table label={title} columns={columns} rows={rows} keyOf={keyOf} />
      ) : (
        <ChartSvg drawing={drawing} labelledBy={id} description={description} />
      )}
    </section>
  );
}

function SavePicture({ picture, title, file }: { picture: PictureRef; title: string; file: PictureFile }) {
  const t = useTranslations('ownStats');
  const isBusy = useSelector(picture, (snapshot) => snapshot.hasTag('busy'));
  return (
    <IconButton
      size="sm"
      label={t('savePicture', { chart: title })}
      tip={t('saveAsPicture')}
      icon={<Download size={16} />}
      busy={isBusy}
      onClick={() => picture.send({ type: 'picture.save', ...file })}
    />
  );
}

type Drawing = PictureFile['drawing']['drawing'];

const SHADES: Record<Drawing['boxes'][number]['shade'], string> = {
  0: 'fill-surface-3 forced-colors:fill-[Canvas] forced-colors:stroke-[GrayText]',
  1: 'fill-accent/30 forced-colors:fill-[Highlight] forced-colors:opacity-40',
  2: 'fill-accent/55 forced-colors:fill-[Highlight] forced-colors:opacity-60',
  3: 'fill-accent/80 forced-colors:fill-[Highlight] forced-colors:opacity-80',
  4: 'fill-accent forced-colors:fill-[Highlight]',
};

interface ChartSvgProps {
  drawing: Drawing;
  labelledBy: string;
  description: string;
}

/** Left to right in every language. */
function ChartSvg({ drawing, labelledBy, description }: ChartSvgProps) {
  const { width, height, boxes, texts, lines } = drawing;
  return (
    <svg
      role="img"
      aria-labelledby={labelledBy}
      aria-describedby={`${labelledBy}-description`}
      viewBox={`0 0 ${width} ${height}`}
      className="h-auto w-full max-w-[40rem] forced-color-adjust-none"
    >
      <desc id={`${labelledBy}-description`}>{description}</desc>
      {lines.map(({ x, y, width: length }) => (
        <rect key={y} x={x} y={y} width={length} height={1} className="fill-line" />
      ))}
      {boxes.map(({ x, y, width: across, height: down, shade, tip }) => (
        <rect
          key={`${x} ${y} ${shade} ${tip}`}
          x={x}
          y={y}
          width={across}
          height={down}
          rx={Math.min(3, across / 2, down / 2)}
          data-tip={tip || undefined}
          className={SHADES[shade]}
        />
      ))}
      {texts.map(({ x, y, text, anchor, isStrong }) => (
        <text
          key={`${x} ${y}`}
          x={x}
          y={y}
          textAnchor={anchor}
          className={isStrong ? 'fill-ink text-[13px] font-medium' : 'fill-ink-2 text-[13px] tabular-nums'}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
