import type { ReactNode } from 'react';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';

export interface StateMessageProps {
  /** One sentence: what is, or what happened. */
  message: string;
  /** What is safe or what to do, if one sentence is not enough. */
  detail?: ReactNode;
  /** One button (or link button) that helps. */
  action?: ReactNode;
  icon?: ReactNode;
}

function StateMessage({ message, detail, action, icon, role }: StateMessageProps & { role?: 'alert' | 'status' | undefined }) {
  return (
    <div role={role} className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-16 text-center">
      {icon && <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-surface-2 text-ink-2">{icon}</span>}
      <p className="text-lg font-medium text-balance text-ink">{message}</p>
      {detail && <div className="text-sm text-pretty text-ink-2">{detail}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** Nothing here (yet): one sentence, one button that helps. */
export function EmptyState(props: StateMessageProps) {
  return <StateMessage {...props} />;
}

export interface FailedStateProps extends Omit<StateMessageProps, 'action'> {
  retryLabel: string;
  onRetry: () => void;
  busy?: boolean | undefined;
  /** A second way out, beside the retry button. */
  otherAction?: ReactNode;
}

/** Something could not be loaded. Announced at once; the button tries again. */
export function FailedState({ retryLabel, onRetry, busy, otherAction, icon = <TriangleAlert size={26} />, ...rest }: FailedStateProps) {
  return <StateMessage {...rest} role="alert" icon={icon} action={<><Button variant="primary" busy={busy} onClick={onRetry}>{retryLabel}</Button>{otherAction}</>} />;
}

/** The server cannot be reached: says so and offers to try now. */
export function OfflineState({ icon = <CloudOff size={26} />, ...rest }: FailedStateProps) {
  return <FailedState {...rest} icon={icon} />;
}
