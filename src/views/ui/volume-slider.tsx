import { RangeInput } from './range-input.tsx';

export interface VolumeSliderProps {
  label: string;
  /** 0..1. */
  value: number;
  valueText: string;
  onChange: (value: number) => void;
  /** 92 px high. */
  upright?: boolean | undefined;
}

/** Keys and wheel change the volume (0..1) by 0.1, dragging by 0.01. */
export function VolumeSlider({ label, value, valueText, onChange, upright = false }: VolumeSliderProps) {
  const turn = (by: number) => onChange(Math.min(1, Math.max(0, Math.round((value + by) * 10) / 10)));
  return (
    <span
      className={upright ? 'grid h-23 w-6 grid-cols-[100%] place-items-center touch:w-11' : 'flex w-28 max-xl:w-18'}
      onWheel={(event) => turn(event.deltaY < 0 ? 0.1 : -0.1)}
    >
      <RangeInput
        label={label}
        min={0}
        max={1}
        step={0.1}
        grain={0.01}
        pageStep={0.2}
        value={value}
        valueText={valueText}
        onDrag={onChange}
        onCommit={onChange}
        alwaysLtr
        upright={upright}
        className={upright ? 'w-23! -rotate-90' : undefined}
      />
    </span>
  );
}
