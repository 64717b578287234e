import { useSelector } from '@xstate/react';
import { ExternalLink, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import texts from '../../locales/en-us/inspector.json';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import {
  selectContext,
  selectIsBlocked,
  selectIsReplaying,
  selectIsWatching,
} from '../../machines/inspector/inspector.selectors.ts';
import type { Pane } from '../../machines/inspector/inspector.protocol.ts';
import { RootTexts } from '../texts/root-texts.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { ActorTree } from './actor-tree.tsx';
import { ChartPane } from './chart-pane.tsx';
import { DataPane } from './data-pane.tsx';
import { EventLog } from './event-log.tsx';
import { NetworkPanel } from './network-panel.tsx';
import { RecordingTools, ReplayBar, SavePanel } from './replay-bar.tsx';
import './inspector.css';

const PANES: readonly Pane[] = ['actors', 'drawing', 'events', 'data'];

/** It takes over the focus in a page. */
const takeFocus = (root: HTMLElement | null) => root?.focus({ preventScroll: true });

export function Inspector({ inspector }: { inspector: InspectorRef }) {
  return (
    <RootTexts texts={texts}>
      <Frame inspector={inspector} />
    </RootTexts>
  );
}

function Frame({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector');
  const { isPanel, isCutOff, pane } = useSelector(inspector, selectContext);
  const isWatching = useSelector(inspector, selectIsWatching);
  const isReplaying = useSelector(inspector, selectIsReplaying);
  const isBlocked = useSelector(inspector, selectIsBlocked);
  const isWithoutPages = isCutOff && !isPanel;
  const Root = isPanel ? 'section' : 'main';
  return (
    <Root
      ref={isPanel ? takeFocus : null}
      tabIndex={isPanel ? -1 : undefined}
      className="inspector"
      data-pane={pane}
      aria-label={t('title')}
    >
      <InspectorBar inspector={inspector} />
      {isBlocked && (
        <p role="alert" className="inspector-note inspector-fault">
          {t('blockedWindow')}
        </p>
      )}
      {isPanel && isCutOff && <p className="inspector-note">{t('onlyHere')}</p>}
      {isWatching || isReplaying ? (
        <>
          <ReplayBar inspector={inspector} />
          {isWatching && <SavePanel inspector={inspector} />}
          {isWatching && <NetworkPanel inspector={inspector} />}
          <div className="inspector-panes">
            <SegmentedControl
              label={t('pane')}
              labelHidden
              value={pane}
              segments={PANES.map((value) => ({ value, label: t(`panes.${value}`) }))}
              onChange={(value) => inspector.send({ type: 'pane.show', pane: value })}
            />
          </div>
          <div className="inspector-grid">
            <ActorTree inspector={inspector} />
            <ChartPane inspector={inspector} />
            <EventLog inspector={inspector} />
            <DataPane inspector={inspector} />
          </div>
        </>
      ) : (
        <div className="inspector-nothing" role="status">
          <p>{t(isWithoutPages ? 'cutOff' : 'noPage')}</p>
          <p>{t(isWithoutPages ? 'cutOffDetail' : 'noPageDetail')}</p>
          {isWithoutPages && <a href=".">{t('toPage')}</a>}
        </div>
      )}
    </Root>
  );
}

function InspectorBar({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector');
  const { isPanel, isCutOff, pages, page, network } = useSelector(inspector, selectContext);
  const isWatching = useSelector(inspector, selectIsWatching);
  const isReplaying = useSelector(inspector, selectIsReplaying);
  const Title = isPanel ? 'h2' : 'h1';
  return (
    <header className="inspector-bar">
      <Title className="inspector-title">{t('title')}</Title>
      {pages.length > 0 && !isReplaying && (
        <label className="inspector-choice">
          <span>{t('page')}</span>
          <select
            value={page ?? ''}
            onChange={({ currentTarget }) => inspector.send({ type: 'page.choose', id: currentTarget.value })}
          >
            {pages.map(({ id, title, path }) => (
              <option key={id} value={id}>{`${title} (${path})`}</option>
            ))}
          </select>
        </label>
      )}
      <span className="inspector-spring" />
      <div className="inspector-end">
        <div className="inspector-actions">
          {isWatching && (
            <Button size="sm" aria-expanded={network.isOpen} onClick={() => inspector.send({ type: 'network.toggle' })}>
              {t('network.toggle')}
              {network.rules.length > 0 && <span className="inspector-count">{network.rules.length}</span>}
            </Button>
          )}
          <RecordingTools inspector={inspector} canSave={isWatching} />
        </div>
        {isPanel && !isCutOff && (
          <IconButton
            label={t('popOut')}
            icon={<ExternalLink size={18} />}
            onClick={() => inspector.send({ type: 'inspector.openWindow' })}
          />
        )}
        {isPanel && (
          <IconButton
            label={t('close')}
            icon={<X size={18} />}
            onClick={() => inspector.send({ type: 'inspector.close' })}
          />
        )}
      </div>
    </header>
  );
}
