import type { FieldDefinition } from '@plumbline/contract/forms';
import { gateway } from '@plumbline/contract/gateway';
import type { CollectConfig } from '@plumbline/contract/gateway.plans';
import { collectModes } from '@plumbline/contract/points.point';
import { z } from 'zod';
import { durationUnits } from '../../design/form/units.ts';

/** A collect plan as a form: what it asks, for one point and for many. The server judges what does not go together. */
const { mode, interval, timer, start, end, acceleration } = gateway.setPlan.input.shape;
export const planSchema = z.object({ mode: mode.unwrap(), interval, timer, start, end, acceleration });

const read = { prop: 'mode', isNot: 'NoCollect' } as const;
/** A minute is the least: seconds are not offered. */
const units = durationUnits.slice(1);
export const planFields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'mode',
    label: 'gateway:plan.mode',
    tips: 'gateway:plan.modeTip',
    span: 2,
    options: collectModes.map((value) => ({ value, label: `gateway:plan.modes.${value}` })),
  },
  { type: 'NUMBER_UNIT', prop: 'interval', label: 'gateway:plan.interval', unit: units, visibleWhen: read },
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'acceleration',
    label: 'gateway:plan.acceleration',
    tips: 'gateway:plan.accelerationTip',
    visibleWhen: read,
    options: (['none', 'halve', 'fast'] as const).map((value) => ({
      value,
      label: `gateway:plan.accelerations.${value}`,
    })),
  },
  {
    type: 'TIMER_SELECT',
    prop: 'timer',
    label: 'gateway:plan.timer',
    tips: 'gateway:plan.timerTip',
    visibleWhen: read,
  },
  { type: 'DATE', inputType: 'datetime', prop: 'start', label: 'gateway:plan.start', visibleWhen: read },
  { type: 'DATE', inputType: 'datetime', prop: 'end', label: 'gateway:plan.end', visibleWhen: read },
];

/** What a plan holds, as the form begins. */
export const planInput = ({
  mode: how,
  interval: seconds,
  timer: times,
  start: from,
  end: to,
  acceleration: faster,
}: CollectConfig) => ({ mode: how, interval: seconds, timer: times, start: from, end: to, acceleration: faster });

/** The form field below which each error is shown. */
export const planErrors = { autoIncreaseRefused: 'acceleration', collectPlanInvalid: 'interval' } as const;
