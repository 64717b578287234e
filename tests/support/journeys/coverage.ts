import type { AnyJourney } from './journey.ts';
import { plan, stepOf } from './plan.ts';
import type { Trail } from './walk.ts';

/** The type of the annotations by which walks report their coverage. */
const KIND = 'journey';

interface Note {
  readonly type: string;
  readonly description?: string;
}

/** The coverage of all walks of one journey. */
export interface Travelled {
  readonly places: Set<string>;
  readonly steps: Set<string>;
  paths: number;
  failed: number;
  /** All walks one after the other, in ms. */
  time: number;
}

/** The coverage of a walk, for the reporter: it runs in another process. */
export function noteOf({ name }: AnyJourney, { places, legs }: Trail): Note {
  const report = { name, places: places.map((place) => place.name), steps: legs.map(stepOf) };
  return { type: KIND, description: JSON.stringify(report) };
}

/** Adds a walk. */
export function addNotes(all: Map<string, Travelled>, notes: readonly Note[], time: number, isOk: boolean): void {
  for (const { description } of notes.filter(({ type }) => type === KIND)) {
    const report = JSON.parse(description ?? '') as { name: string; places: string[]; steps: string[] };
    const travelled = all.get(report.name) ?? {
      places: new Set<string>(),
      steps: new Set<string>(),
      paths: 0,
      failed: 0,
      time: 0,
    };
    all.set(report.name, travelled);
    for (const place of report.places) travelled.places.add(place);
    for (const step of report.steps) travelled.steps.add(step);
    travelled.paths += 1;
    travelled.failed += isOk ? 0 : 1;
    travelled.time += time;
  }
}

/** Journey, states reached / all, steps taken / all, paths, time; and steps not taken without a reason. */
export function tableOf(journeys: readonly AnyJourney[], all: ReadonlyMap<string, Travelled>) {
  const rows = [['journey', 'states', 'transitions', 'with a reason not', 'paths', 'failed', 'time']];
  const gaps: string[] = [];
  for (const journey of journeys) {
    const travelled = all.get(journey.name);
    if (!travelled) continue;
    const { places, legs } = plan(journey);
    const excused = new Set((journey.untaken ?? []).map(({ step }) => step));
    const missing = legs.map(stepOf).filter((step) => !travelled.steps.has(step) && !excused.has(step));
    gaps.push(
      ...places
        .filter(({ name }) => !travelled.places.has(name))
        .map(({ name }) => `${journey.name}: never at ${name}`),
      ...missing.map((step) => `${journey.name}: not taken: ${step}`),
    );
    rows.push([
      journey.name,
      `${travelled.places.size} / ${places.length}`,
      `${travelled.steps.size} / ${legs.length}`,
      String(excused.size),
      String(travelled.paths),
      String(travelled.failed),
      `${Math.round(travelled.time / 1000)} s`,
    ]);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return { table: lines.join('\n'), gaps };
}
