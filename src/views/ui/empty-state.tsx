import type { ReactNode } from 'react';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { handFocusOn } from './hand-focus-on.ts';

export interface StateMessageProps {
  /** One sentence: the state, or what happened. */
  message: string;
  /** What is safe or what to do, if one sentence is not enough. */
  detail?: ReactNode;
  /** One button (or link button) that helps. */
  action?: ReactNode;
  icon?: ReactNode;
  /** It fills the page: the message is its level 1 heading. */
  isHeading?: boolean | undefined;
}

function StateMessage({
  message,
  detail,
  action,
  icon,
  isHeading = false,
  role,
}: StateMessageProps & { role?: 'alert' | undefined }) {
  const Message = isHeading ? 'h1' : 'p';
  return (
    <div
      ref={handFocusOn}
      role={role}
      className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-16 text-center"
    >
      {icon && (
        <span aria-hidden="true" className="grid size-14 place-items-center rounded-full bg-surface-2 text-ink-2">
          {icon}
        </span>
      )}
      <Message className="text-lg font-medium text-balance text-ink">{message}</Message>
      {detail && <div className="text-sm text-pretty wrap-anywhere text-ink-2">{detail}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** There is nothing to show (yet): one sentence, one button that helps. */
export function EmptyState(props: StateMessageProps) {
  return <StateMessage {...props} />;
}

export interface FailedStateProps extends Omit<StateMessageProps, 'action'> {
  retryLabel: string;
  onRetry: () => void;
  busy?: boolean | undefined;
  /** Beside the retry button. */
  otherAction?: ReactNode;
}

/** Something failed to load, with a retry. Announced at once. */
export function FailedState({
  retryLabel,
  onRetry,
  busy,
  otherAction,
  icon = <TriangleAlert size={26} />,
  ...rest
}: FailedStateProps) {
  return (
    <StateMessage
      {...rest}
      role="alert"
      icon={icon}
      action={
        <>
          <Button variant="primary" busy={busy} onClick={onRetry}>
            {retryLabel}
          </Button>
          {otherAction}
        </>
      }
    />
  );
}

/** The same when the server can't be reached. */
export function OfflineState({ icon = <CloudOff size={26} />, ...rest }: FailedStateProps) {
  return <FailedState {...rest} icon={icon} />;
}
