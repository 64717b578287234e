import type { ReactNode } from 'react';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { handFocusOn } from './focus.tsx';

export interface StateMessageProps {
  message: string;
  detail?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
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

export function EmptyState(props: StateMessageProps) {
  return <StateMessage {...props} />;
}

export interface FailedStateProps extends Omit<StateMessageProps, 'action'> {
  retryLabel: string;
  onRetry: () => void;
  busy?: boolean | undefined;
  otherAction?: ReactNode;
}

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

export function OfflineState({ icon = <CloudOff size={26} />, ...rest }: FailedStateProps) {
  return <FailedState {...rest} icon={icon} />;
}
