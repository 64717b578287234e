import { Toasts } from '../toasts/toasts.tsx';
import { TooltipLayer } from '../ui/tooltip-layer.tsx';

/** What is always there and mostly unseen: the region of notices and the layer of tooltips. */
export function Ambient() {
  return (
    <>
      <Toasts />
      <TooltipLayer />
    </>
  );
}
