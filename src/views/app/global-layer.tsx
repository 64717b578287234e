import { AccountTexts } from '../texts/with-texts.tsx';
import { Toasts } from './toasts.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';

export function GlobalLayer() {
  return (
    <AccountTexts>
      <Toasts />
      <TooltipLayer />
    </AccountTexts>
  );
}
