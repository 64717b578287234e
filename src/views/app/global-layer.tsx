import { AccountTexts } from '../texts/account-texts.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';

export function GlobalLayer() {
  return (
    <AccountTexts>
      <Toasts />
      <TooltipLayer />
    </AccountTexts>
  );
}
