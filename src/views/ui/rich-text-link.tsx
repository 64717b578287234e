import { useState } from 'react';
import { Button } from './button.tsx';
import { focusOnMount } from './focus.tsx';
import { linkAddress } from './rich-text.ts';
import { TextField } from './text-field.tsx';

export interface LinkTexts {
  readonly address: string;
  readonly addressInvalid: string;
  readonly setLink: string;
  readonly removeLink: string;
  readonly cancel: string;
}

interface LinkRowProps {
  texts: LinkTexts;
  href: string;
  onLink: (href: string) => void;
  onUnlink: () => void;
  onCancel: () => void;
}

export function LinkRow({ texts, href, onLink, onUnlink, onCancel }: LinkRowProps) {
  const [text, setText] = useState(href);
  const [isWrong, setIsWrong] = useState(false);
  const link = () => {
    const address = linkAddress(text);
    if (address === null) setIsWrong(true);
    else onLink(address);
  };
  return (
    <div className="flex flex-wrap items-start gap-2 border-b border-line p-2">
      <TextField
        ref={focusOnMount}
        label={texts.address}
        labelHidden
        placeholder="https://"
        type="url"
        dir="ltr"
        autoComplete="off"
        className="min-w-48 flex-1 max-sm:basis-full"
        value={text}
        error={isWrong ? texts.addressInvalid : null}
        onChange={(next) => {
          setIsWrong(false);
          setText(next);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') link();
          else onCancel();
        }}
      />
      <Button onClick={link}>{texts.setLink}</Button>
      {href !== '' && <Button onClick={onUnlink}>{texts.removeLink}</Button>}
      <Button variant="ghost" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}
