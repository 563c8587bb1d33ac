/**
 * Hydrostatic levelling. The level of the liquid in a vessel grows when the vessel sinks, so the movement up of cell i is
 * up_i = -[(h_i - h_i0) - (h_r - h_r0)] + up_r, where r is the reference cell and up_r its own movement, from a survey or
 * from the chain that it closes. Levels and movements in mm, up positive; settlement is the negative. A level that is
 * missing (NaN) makes that cell unknown; a missing level of the reference makes them all.
 */

export interface LiquidLevels {
  readonly levelMm: ArrayLike<number>;
  /** At the reference time. */
  readonly initialLevelMm: ArrayLike<number>;
  readonly referenceIndex: number;
  /** Movement of the reference cell since the reference time, mm, up positive; 0 for one that is held to be firm. */
  readonly referenceUpMm?: number;
}

/** Movement up of every cell, mm. */
export function cellsUp({ levelMm, initialLevelMm, referenceIndex, referenceUpMm = 0 }: LiquidLevels): Float64Array {
  const sunk = (i: number): number => (levelMm[i] as number) - (initialLevelMm[i] as number);
  const reference = sunk(referenceIndex);
  return Float64Array.from({ length: levelMm.length }, (_, i) => referenceUpMm - (sunk(i) - reference));
}

/** Level of the liquid above the sensor of a pressure type cell, mm: h = P / (rho g); kPa, kg/m3. */
export const levelOfPressure = (pressureKpa: number, densityKgM3 = 1000): number =>
  (1e6 * pressureKpa) / (densityKgM3 * 9.80665);

/** Level at the reference temperature: the liquid expands by gamma per degC (water 2.1e-4). */
export const levelAtReference = (levelMm: number, temperatureC: number, referenceC: number, gamma = 2.1e-4): number =>
  levelMm / (1 + gamma * (temperatureC - referenceC));

/**
 * Chains of cells, each with a reference cell of its own that is a cell of a chain before it (the turning point).
 * Movements are given for every chain in order. Throws RangeError when a chain turns on one that comes after it.
 */
export function chainedUp(
  chains: readonly (LiquidLevels & { readonly turnsOn?: { readonly chain: number; readonly cell: number } })[],
): Float64Array[] {
  const moved: Float64Array[] = [];
  for (const [i, chain] of chains.entries()) {
    if (chain.turnsOn === undefined) moved.push(cellsUp(chain));
    else {
      const turning = moved[chain.turnsOn.chain]?.[chain.turnsOn.cell];
      if (turning === undefined) throw new RangeError(`chain ${i} turns on a cell that is not known yet`);
      moved.push(cellsUp({ ...chain, referenceUpMm: turning }));
    }
  }
  return moved;
}
