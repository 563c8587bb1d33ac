/** The component that moves fastest: what limits by frequency are compared with. */
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { AxisFigures, Waveform } from '@plumbline/contract/views/waveforms';
import { governingAxis } from '@plumbline/science/waveforms/figures';

export function governingOf(axes: readonly AxisFigures[]): Waveform['governing'] {
  const { axis, velocityMmS, velocityHz } = elementAt(axes, governingAxis(axes) ?? 0);
  return { axis, velocityMmS, velocityHz };
}
