import { useSelector } from '@xstate/react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { InspectorRef } from '../../machines/inspector/inspector.machine.ts';
import { selectActor, selectTree } from '../../machines/inspector/inspector.selectors.ts';
import { KeyScope } from '../ui/key-scope.tsx';
import { rovingTarget } from '../ui/roving.ts';

/** A step of a replay may choose an actor far below. */
const bringIntoView = (item: HTMLElement | null) => item?.scrollIntoView?.({ block: 'nearest' });

export function ActorTree({ inspector }: { inspector: InspectorRef }) {
  const t = useTranslations('inspector.actors');
  const lines = useSelector(inspector, selectTree);
  const chosen = useSelector(inspector, selectActor);
  const move = (event: KeyboardEvent): boolean => {
    const index = lines.findIndex(({ actor }) => actor.id === chosen?.id);
    const key = event.key === 'ArrowDown' ? 'ArrowRight' : event.key === 'ArrowUp' ? 'ArrowLeft' : event.key;
    const target =
      key.startsWith('Arrow') && key === event.key ? null : rovingTarget({ key }, index, lines.length, false);
    const line = target === null ? undefined : lines[target];
    if (!line || !(event.target instanceof Element)) return false;
    inspector.send({ type: 'actor.select', id: line.actor.id });
    const tree = event.target.closest('[role="tree"]');
    tree?.querySelector<HTMLElement>(`[data-actor="${line.actor.id}"]`)?.focus();
    return true;
  };
  return (
    <section className="inspector-pane inspector-actors">
      <KeyScope onKey={move} className="inspector-scope">
        <div role="tree" aria-label={t('label')} className="inspector-tree">
          {lines.map(({ actor, level, states }) => (
            <button
              key={actor.id}
              type="button"
              role="treeitem"
              aria-level={level + 1}
              aria-selected={actor.id === chosen?.id}
              tabIndex={actor.id === chosen?.id ? 0 : -1}
              ref={actor.id === chosen?.id ? bringIntoView : null}
              data-actor={actor.id}
              className="inspector-actor"
              style={{ paddingInlineStart: `${0.75 + level * 0.85}rem` }}
              onClick={() => {
                inspector.send({ type: 'actor.select', id: actor.id });
                inspector.send({ type: 'pane.show', pane: 'drawing' });
              }}
            >
              <span className="inspector-name" data-kind={actor.chart === null ? 'other' : 'machine'}>
                {actor.name}
              </span>{' '}
              <span className="inspector-states">
                {actor.status === 'active' ? states.join(' · ') : t(actor.status)}
              </span>
            </button>
          ))}
        </div>
      </KeyScope>
    </section>
  );
}
