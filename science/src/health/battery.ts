/** State of a lithium battery from its voltage. Packs of 2 and 3 cells are told apart by their voltage. */

export type BatteryLevel = 'high' | 'medium' | 'low' | 'critical';

/** Voltage of one cell [V]: V/3 from 9 V on, V/2 from 6 V on, else V. */
export function cellVoltage(voltage: number): number {
  return voltage >= 9 ? voltage / 3 : voltage >= 6 ? voltage / 2 : voltage;
}

/** Over 3.86 V per cell high, over 3.652 medium, over 3.514 low, else critical. Source: specification 9. */
export function batteryLevel(voltage: number): BatteryLevel {
  const cell = cellVoltage(voltage);
  return cell > 3.86 ? 'high' : cell > 3.652 ? 'medium' : cell > 3.514 ? 'low' : 'critical';
}

const curve: readonly (readonly [number, number])[] = [
  [3.356, 0],
  [3.514, 10],
  [3.652, 30],
  [3.86, 65],
  [4.1, 100],
];

/** Charge [%], 0..100, on straight lines between 3.356 V: 0, 3.514: 10, 3.652: 30, 3.86: 65, 4.10: 100. NaN for NaN. */
export function batteryPercent(voltage: number): number {
  const cell = cellVoltage(voltage);
  for (let i = 1; i < curve.length; i++) {
    const [v0, p0] = curve[i - 1] as readonly [number, number];
    const [v1, p1] = curve[i] as readonly [number, number];
    if (cell <= v0) return p0;
    if (cell < v1) return p0 + ((cell - v0) / (v1 - v0)) * (p1 - p0);
  }
  return !Number.isNaN(cell) ? 100 : Number.NaN;
}
