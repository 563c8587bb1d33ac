/**
 * How a chain of tilt segments lies, from the parameters of its conversion: the recipe, the views and the editor read it
 * here, so that a chain is drawn as it is calculated. Node i is segment i, counted from the first joint (joint 0).
 */
import type { FixedEnd } from '../profiles/survey.ts';
import type { Settings } from './settings.ts';

/**
 * The parameter `form` is the place in this list. vertical: a casing, node 1 on top; horizontal: a settlement line;
 * panel: up a slab, node 1 at the plinth; ring: around a section, closed; arc: along a section, open.
 */
export const chainForms = ['vertical', 'horizontal', 'panel', 'ring', 'arc'] as const;
export type ChainForm = (typeof chainForms)[number];

/** Shorter segments are refused (specification 5). */
export const shortestSegmentMm = 500;
export const usualSegmentMm = 1000;

export interface ChainSetup {
  readonly form: ChainForm;
  readonly lengthsMm: readonly number[];
  /** top = joint 0 is held, bottom = the last one. */
  readonly fixedEnd: FixedEnd;
  /** Vertical: from the vertical, axis A. Horizontal and panel: from the horizontal. Ring and arc: direction in the plane. */
  readonly initialXDeg: readonly number[];
  /** Axis B of a vertical chain; of the others 0. */
  readonly initialYDeg: readonly number[];
  readonly twistDeg: readonly number[];
  /** Inclination of the slab; NaN where it is not said. */
  readonly panelAngleDeg: number;
  readonly plinthElevationM: number;
}

/** Parameters that only drawings read: no number of a survey depends on it. */
export interface ChainDrawing {
  /** -1: the axis of the drawing runs the other way. */
  readonly direction: 1 | -1;
  /** 1: settlement downwards is positive. -1: upwards. */
  readonly settlementSign: 1 | -1;
  /** 1: a chord that closes is negative. -1: positive. */
  readonly convergenceSign: 1 | -1;
  /** 1: a crown that goes down is negative. -1: positive. */
  readonly archSign: 1 | -1;
  /** Of the mark (A axis), clockwise from north, deg; null = not known. */
  readonly markAzimuthDeg: number | null;
}

/** Returns whether readings of the second axis say something in that form. */
export const hasTwoAxes = (form: ChainForm): boolean => form !== 'horizontal' && form !== 'panel';

/** Returns whether a chain with these parameters is a ring: its last node closes it, and is no movement. */
export const isRing = (parameters: Readonly<Record<string, number>>): boolean =>
  chainForms[parameters['form'] ?? 0] === 'ring';

const formOf = (settings: Settings): ChainForm => chainForms[settings.take('form', '', 0)] ?? 'vertical';

/** The chain that the parameters say. What a form does not ask for is not among its parameters. */
export function chainOf(settings: Settings, nodeCount: number): ChainSetup {
  const form = formOf(settings);
  const usual = settings.take('segmentMm', 'mm', usualSegmentMm);
  const isBottomFixed = form === 'vertical' && settings.take('fixedTop', '', 0) !== 1;
  const isLastFixed = form === 'horizontal' && settings.take('fixedLast', '', 0) === 1;
  const ofNodes = (of: (node: number) => number) => Array.from({ length: nodeCount }, (_, i) => of(i + 1));
  const inSection = form === 'ring' || form === 'arc';
  return {
    form,
    lengthsMm: ofNodes((node) => settings.may(`length${node}`, 'mm') ?? usual),
    fixedEnd: isBottomFixed || isLastFixed ? 'bottom' : 'top',
    twistDeg: ofNodes((node) => (form === 'vertical' ? settings.take(`twist${node}`, '°', 0) : 0)),
    // A direction that is not said is none; a casing or line counts from upright or level.
    initialXDeg: ofNodes((node) => (inSection ? settings.need(`ix${node}`, '°') : settings.take(`ix${node}`, '°', 0))),
    initialYDeg: ofNodes((node) => (form === 'vertical' ? settings.take(`iy${node}`, '°', 0) : 0)),
    panelAngleDeg: form === 'panel' ? settings.need('panelAngle', '°') : Number.NaN,
    plinthElevationM: form === 'panel' ? settings.take('plinthElevation', 'm', 0) : 0,
  };
}

/** How the chain is drawn. */
export function chainDrawing(settings: Settings): ChainDrawing {
  const form = formOf(settings);
  const sign = (key: string): 1 | -1 => (settings.take(key, '', 1) === -1 ? -1 : 1);
  const inSection = form === 'ring' || form === 'arc';
  return {
    direction: sign('chartDirection'),
    settlementSign: form === 'horizontal' ? sign('settlementSign') : 1,
    convergenceSign: inSection ? sign('convergenceSign') : 1,
    archSign: inSection ? sign('archSign') : 1,
    markAzimuthDeg: form === 'vertical' ? settings.may('markAzimuth', '°') : null,
  };
}

/** Fault in the parameters of a chain: the parameter, and what is wrong with it. */
export interface ChainFault {
  readonly key: string;
  readonly fault: 'formUnknown' | 'segmentTooShort' | 'signUnknown' | 'angleOutside';
}

const signs = ['chartDirection', 'settlementSign', 'convergenceSign', 'archSign'];
const isLength = (key: string): boolean => key === 'segmentMm' || /^length\d+$/.test(key);

/** The first thing in the parameters that no chain has; null = none. */
export function chainFault(parameters: Readonly<Record<string, number>>): ChainFault | null {
  for (const [key, value] of Object.entries(parameters)) {
    if (key === 'form' && chainForms[value] === undefined) return { key, fault: 'formUnknown' };
    if (isLength(key) && !(value >= shortestSegmentMm)) return { key, fault: 'segmentTooShort' };
    if (signs.includes(key) && value !== 1 && value !== -1) return { key, fault: 'signUnknown' };
    if (key === 'panelAngle' && !(value > 0 && value <= 90)) return { key, fault: 'angleOutside' };
  }
  return null;
}
