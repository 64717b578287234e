import { useLayoutEffect, useRef } from 'react';
import { SanitizedHtml } from './sanitized-html.tsx';
import { timeMarkAt } from './time-marks.ts';

export interface TimedHtmlProps {
  html: string;
  refine: (sanitized: string) => string;
  onTime: (time: number) => void;
}

export function TimedHtml({ html, refine, onTime }: TimedHtmlProps) {
  const box = useRef<HTMLDivElement>(null);
  const tell = useRef(onTime);
  useLayoutEffect(() => {
    tell.current = onTime;
  });
  useLayoutEffect(() => {
    const element = box.current;
    const press = ({ target }: Event) => {
      const time = target && timeMarkAt(target);
      if (time !== null) tell.current(time);
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, []);
  return (
    <div ref={box}>
      <SanitizedHtml html={html} refine={refine} />
    </div>
  );
}
