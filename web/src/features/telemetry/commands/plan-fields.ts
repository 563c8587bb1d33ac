import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { collectModes } from '@plumbline/contract/points/points.point';
import { commands } from '@plumbline/contract/telemetry/commands';
import type { CollectConfig } from '@plumbline/contract/telemetry/commands.plans';
import { z } from 'zod';
import { durationUnits } from '../../../design/form/units.ts';

/** A collect plan as a form: what it asks, for one point and for many. The server judges what does not go together. */
const { mode, interval, timer, start, end, acceleration } = commands.setPlan.input.shape;
export const planSchema = z.object({ mode: mode.unwrap(), interval, timer, start, end, acceleration });

const read = { prop: 'mode', isNot: 'NoCollect' } as const;
/** A minute is the least: seconds are not offered. */
const units = durationUnits.slice(1);
export const planFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'mode',
    label: 'commands:plan.mode',
    tips: 'commands:plan.modeTip',
    span: 2,
    options: collectModes.map((value) => ({ value, label: `commands:plan.modes.${value}` })),
  },
  { type: 'NUMBER_UNIT', prop: 'interval', label: 'commands:plan.interval', unit: units, visibleWhen: read },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'acceleration',
    label: 'commands:plan.acceleration',
    tips: 'commands:plan.accelerationTip',
    visibleWhen: read,
    options: (['none', 'halve', 'fast'] as const).map((value) => ({
      value,
      label: `commands:plan.accelerations.${value}`,
    })),
  },
  {
    type: 'TIMER_SELECT',
    prop: 'timer',
    label: 'commands:plan.timer',
    tips: 'commands:plan.timerTip',
    visibleWhen: read,
  },
  { type: 'DATE', inputType: 'datetime', prop: 'start', label: 'commands:plan.start', visibleWhen: read },
  { type: 'DATE', inputType: 'datetime', prop: 'end', label: 'commands:plan.end', visibleWhen: read },
];

/** Form of a plan, as the form begins; of one that is switched off, what is there again when it is switched on. */
export const planInput = ({
  mode: how,
  interval: seconds,
  timer: times,
  start: from,
  end: to,
  acceleration: faster,
  beforeOff,
}: CollectConfig) => ({
  mode: how,
  interval: seconds,
  timer: times,
  start: from,
  end: to,
  acceleration: faster,
  ...beforeOff,
});

/** The form field below which each error is shown. */
export const planErrors = { autoIncreaseRefused: 'acceleration', collectPlanInvalid: 'interval' } as const;
