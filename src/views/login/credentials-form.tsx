import type { ReactNode } from 'react';
import { TextField } from '../ui/text-field.tsx';

/** A form of name and password that machines check and send; browsers may fill it in and keep it. */
export function CredentialsForm({ label, onSubmit, children }: { label: string; onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface UsernameFieldProps {
  label: string;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

/** The name of an account, as it is: no phone writes it large or mends it. */
export function UsernameField(props: UsernameFieldProps) {
  return <TextField {...props} name="username" autoComplete="username" autoCapitalize="none" autoCorrect="off" spellCheck={false} required />;
}
