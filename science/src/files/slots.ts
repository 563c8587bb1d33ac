/**
 * Which quantity of a point a column of a file means. Invariant: a quantity is taken only where its name or its unit
 * agrees with what the file says, and never against a unit that the file states. Pure.
 */
import { type RecipeSetup, recipe } from '../sensors/recipes.ts';
import { type UnitStep, unitStep } from './units.ts';

/** A place that values can go to. `unit`: '' = it has none, null = nobody knows it. */
export interface Slot {
  readonly name: string;
  readonly unit: string | null;
  /** What it is called beside its name, in any language. */
  readonly words?: readonly string[];
}

/** Returns whether a word of a file, as `plainWord` gives it, is the name of a slot. */
export const isNamed = ({ name, words = [] }: Slot, word: string): boolean =>
  plainWord(name) === word || words.some((each) => plainWord(each) === word);

export interface Fit extends UnitStep {
  readonly name: string;
}

const rawUnits: Readonly<Record<string, string>> = {
  frequency: 'Hz',
  digits: 'digit',
  temperature: '°C',
  temp: '°C',
  resistance: 'Ω',
  current: 'mA',
  voltage: 'V',
  barometer: 'kPa',
  east: 'm',
  north: 'm',
  height: 'm',
  tips: '',
  permittivity: '',
};

/** The raw quantities of a channel with their units; `fieldUnits` are those of the fields of its family, for digital sensors. */
export function rawSlots(setup: RecipeSetup, fieldUnits: Readonly<Record<string, string>>): Slot[] {
  const { family, mode, parameters } = setup;
  const unitOf = (name: string, first: boolean): string | null => {
    if (mode === 5) return '°';
    // The sensor's own number is multiplied first: what that is in, only the sensor knows.
    if (mode === 4 && first && (parameters['K'] ?? 1) !== 1) return null;
    if (name === 'ratio') return ratioUnit(family, parameters);
    return rawUnits[name.replace(/\d+$/, '')] ?? fieldUnits[name] ?? null;
  };
  return recipe(setup).quantities.map((name, i) => ({ name, unit: unitOf(name, i === 0) }));
}

function ratioUnit(family: string, parameters: Readonly<Record<string, number>>): string {
  if (family === 'temperature') return '';
  if (family === 'crack') return 'V/V';
  const cell = family === 'anchorForce' || parameters['measures'] === 1;
  return !cell && parameters['ratioUnit'] === 1 ? 'V/V' : 'mV/V';
}

/** What AGS4 files call the quantities that we have. */
const codes: Readonly<Record<string, string>> = {
  wlev: 'level',
  lev: 'level',
  wdep: 'depth',
  dpth: 'depth',
  pres: 'pressure',
  pore: 'pressure',
  temp: 'temp',
};
/** A word as it is compared: letters and digits, in one case. */
export const plainWord = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The quantity that a word and a unit of a file mean; '' = the file says none. `main` is taken for a column that says
 * neither; null = such a column is nobody's. Null where nothing agrees, where two agree alike, and where word and unit
 * contradict each other.
 */
export function fitSlot(slots: readonly Slot[], main: string | null, word: string, unit: string): Fit | null {
  const plain = plainWord(word);
  const stepTo = (slot: Slot) => (slot.unit === null ? null : unitStep(unit, slot.unit));
  const named = slots.find(({ name }) => plainWord(name) === plain || name === codes[plain]) ?? namedOnce(slots, plain);
  const bare = plain === '' ? slots.find(({ name }) => name === main) : undefined;
  const untold = { factor: 1, offset: 0 };
  if (unit === '') {
    const slot = named ?? bare;
    return slot ? { name: slot.name, ...untold } : null;
  }
  if (named) {
    const step = named.unit === null ? untold : stepTo(named);
    return step && { name: named.name, ...step };
  }
  const fitting = slots.flatMap((slot) => {
    const step = stepTo(slot);
    return step ? [{ name: slot.name, ...step }] : [];
  });
  const [only, ...others] = fitting;
  return fitting.find(({ name }) => name === bare?.name) ?? (only && others.length === 0 ? only : null);
}

/** The one slot that a word of some language means; undefined where it means several. */
function namedOnce(slots: readonly Slot[], plain: string): Slot | undefined {
  const [only, ...others] = plain === '' ? [] : slots.filter((slot) => isNamed(slot, plain));
  return others.length === 0 ? only : undefined;
}
